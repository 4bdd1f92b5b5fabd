import { MAX_COMMENT_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../../lib/use-async.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { text } from './messages.ts';

export type ReasonDialogProps = {
  title: string;
  /** What the step does. */
  intro?: string;
  submitLabel: string;
  hint: string;
  /** What to say when no reason is given. */
  missing: string;
  onSend: (reason: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
};

/** A step that is not done without a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const isMissing = hasTried && reason.trim() === '';
  const send = useSubmit(async () => {
    setHasTried(true);
    if (reason.trim() !== '') await props.onSend(reason.trim());
  });
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      isBusy={send.isBusy}
      error={send.error}
      onSubmit={send.submit}
      onClose={props.onClose}
    >
      {props.intro ? <p>{props.intro}</p> : null}
      <Field label={text.reason} hint={props.hint} error={isMissing ? props.missing : null}>
        <TextArea
          required
          maxLength={MAX_COMMENT_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {props.children}
    </FormDialog>
  );
}
