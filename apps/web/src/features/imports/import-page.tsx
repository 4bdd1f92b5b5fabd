import { useRef, useState } from 'react';
import { describeError } from '../../lib/describe-error.ts';
import { pageTitles } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/field.tsx';
import { SettingsLayout } from '../../ui/settings-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useFocusProblem } from '../../ui/use-focus-problem.ts';
import { ImportHistory } from './import-history.tsx';
import { ImportPreviewCards } from './import-preview.tsx';
import styles from './imports.module.css';
import { text } from './messages.ts';
import { useImport } from './use-import.ts';

/** `/settings/import`: time of other programs, from a file that is looked at before anything is changed. */
export function ImportPage() {
  const toast = useToast();
  const file = useImport({ onBegun: () => toast({ text: text.begun }) });
  const { state, error } = file;
  const whole = useRef<HTMLDivElement>(null);
  useFocusProblem(whole, state.step !== 'none' && error === null);
  return (
    <SettingsLayout title={pageTitles.import} measure="list" ref={whole}>
      {error && state.step !== 'shown' ? <FormError>{describeError(error)}</FormError> : null}
      {state.step === 'none' ? <ChooseFile onFile={file.choose} /> : null}
      {state.step === 'sending' ? (
        <Underway
          label={text.sending(state.name)}
          value={state.bytes}
          max={state.size}
          onCancel={file.cancel}
        />
      ) : null}
      {state.step === 'reading' ? <Underway label={text.reading} onCancel={file.cancel} /> : null}
      {state.step === 'shown' ? (
        <ImportPreviewCards
          preview={state.preview}
          choices={state.choices}
          isBusy={state.isBusy}
          error={error}
          onChange={file.change}
          onBegin={file.begin}
          onCancel={file.cancel}
        />
      ) : null}
      <ImportHistory />
    </SettingsLayout>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <Card text={text.lead}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same for who has no pointer */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,.zip,.json"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
        <Button variant="primary" icon="plus" onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <p>{text.drop}</p>
      </div>
    </Card>
  );
}

function Underway({
  label,
  value,
  max,
  onCancel,
}: {
  label: string;
  value?: number;
  max?: number;
  onCancel: () => void;
}) {
  return (
    <Card>
      <div className={styles.underway} role="status">
        <span>{label}</span>
        <progress aria-label={label} {...(max ? { value, max } : {})} />
        <Button onClick={onCancel}>{text.cancel}</Button>
      </div>
    </Card>
  );
}
