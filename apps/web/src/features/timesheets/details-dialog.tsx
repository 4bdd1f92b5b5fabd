import { useRef } from 'react';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CellDetails, type CellDetailsProps } from './cell-details.tsx';
import { text } from './dialogs/messages.ts';

export type DetailsDialogProps = CellDetailsProps & { title: string; onClose: () => void };

/** Comment, tags, billability and several entries of one cell, where there is no room beside the sheet. */
export function DetailsDialog({ title, onClose, ...details }: DetailsDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  // Leaving a field takes it over; what could not be read keeps the dialog, with the focus on it.
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else onClose();
    });
  };
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={close}>
          {text.done}
        </Button>
      }
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) close();
        }}
      >
        <CellDetails {...details} />
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
