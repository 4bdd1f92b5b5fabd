import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { InfoBox } from '../parts/info-box.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** The backup codes, shown this once (security 5). */
export function BackupCodes({ codes, send }: ViewProps<Screens['backupCodes']>) {
  const { texts, buttons } = useTexts();
  const [isCopied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  }

  return (
    <div className="latchkey-stack">
      <p className="latchkey-text">{texts.backupCodesHelp}</p>
      <ul className="latchkey-codes" data-part="backup-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <InfoBox>{isCopied ? texts.copied : null}</InfoBox>
      <Button part="copy-codes" onClick={() => void copy().catch(() => setCopied(false))}>
        {buttons.copyCodes}
      </Button>
      <Button kind="main" part="finish" onClick={() => send({ type: 'finish' })}>
        {buttons.finish}
      </Button>
    </div>
  );
}
