import { type ReactNode, useId, useRef } from 'react';
import { common } from '../messages/common.ts';
import { Button } from './button.tsx';
import { ConflictChoice, type ConflictChoiceProps } from './conflict-choice.tsx';
import { Dialog } from './dialog.tsx';
import styles from './form-dialog.module.css';
import { FormFailure } from './form-failure.tsx';
import { useFocusProblem } from './use-focus-problem.ts';

export type FormDialogProps = {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  error: unknown;
  /** Somebody else changed the same meanwhile; the form's own button then saves over it. */
  choice?: ConflictChoiceProps | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with one form: fields, above them what went wrong and what there is to choose, cancel and one verb. */
export function FormDialog({
  title,
  submitLabel,
  isBusy,
  error,
  choice,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useFocusProblem(form, isBusy);
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={onClose}
      // At the foot, in sight however long the form is.
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <FormFailure error={error} />
        {choice ? <ConflictChoice {...choice} /> : null}
        {children}
      </form>
    </Dialog>
  );
}
