import { useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import styles from './account.module.css';
import { text } from './messages.ts';

const words = text.codes;

type BackupCodesProps = { codes: readonly string[]; email: string; onDone: () => void };

/** Shown this once: to copy, to keep as a file, on paper. */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const [told, setTold] = useState<string | null>(null);
  const lines = [words.heading(email), '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(lines).then(
      () => setTold(words.copied),
      () => setTold(words.notCopied),
    );
  return (
    <div className={styles.pairing}>
      <p>{words.text}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon="copy" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button onClick={() => saveFile(words.file, lines, 'text/plain')}>{words.download}</Button>
        <Button onClick={() => window.print()}>{words.print}</Button>
      </div>
      <p role="status">{told}</p>
      <Button variant="primary" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
