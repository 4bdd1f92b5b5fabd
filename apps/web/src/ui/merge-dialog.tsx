import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { invalidate } from '../lib/invalidate.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { lists } from '../messages/lists.ts';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useToast } from './toast.tsx';

export type MergeDialogProps = {
  /** What goes. */
  name: string;
  options: readonly ComboboxOption[];
  /** What will happen to what belongs to it. */
  preview: (into: string | null) => ReactNode;
  merge: (into: string) => Promise<unknown>;
  /** First parts of the query keys that change. */
  changes: readonly string[];
  onClose: () => void;
};

/** Puts one thing into another of its kind, after saying what moves. */
export function MergeDialog({ name, options, preview, merge, changes, onClose }: MergeDialogProps) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [into, setInto] = useState<string | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setHasTried(true);
    if (into === null) return;
    await merge(into);
    await invalidate(queryClient, ...changes);
    toast({ text: lists.merge.done(name, options.find(({ id }) => id === into)?.label ?? '') });
    onClose();
  });
  return (
    <FormDialog
      title={lists.merge.title(name)}
      submitLabel={lists.merge.submit}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={lists.merge.into} error={hasTried && into === null ? lists.merge.intoMissing : null}>
        <Combobox options={options} value={into} onChange={setInto} labels={common.chooser} autoFocus />
      </Field>
      {preview(into)}
    </FormDialog>
  );
}
