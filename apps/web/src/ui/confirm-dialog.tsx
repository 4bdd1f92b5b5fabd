import { useSubmit } from '../lib/use-async.ts';
import { FormDialog } from './form-dialog.tsx';

export type ConfirmDialogProps = {
  title: string;
  /** What happens then, and what does not come back. */
  text: string;
  /** The verb on its button. */
  verb: string;
  work: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something is done that nothing brings back; a refusal is said in it. */
export function ConfirmDialog({ title, text, verb, work, onClose }: ConfirmDialogProps) {
  const { isBusy, error, submit } = useSubmit(async () => {
    await work();
    onClose();
  });
  return (
    <FormDialog
      title={title}
      submitLabel={verb}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
