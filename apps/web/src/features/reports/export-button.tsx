import { lazy, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogToCome } from '../../ui/typing-ahead.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { text } from './messages.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** Opens the choice of what to export; the choice itself is loaded then. */
export function ExportButton({ kind, view }: Omit<ExportDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setIsOpen(true)}>
        {text.exports.open}
      </Button>
      <DialogToCome label={text.exports.open} onLeave={() => setIsOpen(false)}>
        {isOpen ? <ExportDialog kind={kind} view={view} onClose={() => setIsOpen(false)} /> : null}
      </DialogToCome>
    </>
  );
}
