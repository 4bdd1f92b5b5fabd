import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../lib/invalidate.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import { useToast } from './toast.tsx';

export type RecordForm<Values> = {
  initial: Values;
  name: string;
  isNew: boolean;
  /** The name as it is in the values; empty is refused. */
  nameOf: (values: Values) => string;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
};

/** State of a small form about one record: values, a missing name, saving, and the toast at the end. */
export function useRecordForm<Values extends object>(options: RecordForm<Values>) {
  const [values, setValues] = useState(options.initial);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  const { isBusy, error, submit } = useSubmit(async () => {
    const name = options.nameOf(values).trim();
    setIsNameMissing(name === '');
    if (name === '') return;
    await options.save(values);
    await invalidate(queryClient, options.name);
    toast({ text: options.isNew ? text.created(name) : text.changed(name) });
    options.onClose();
  });
  return {
    values,
    set: (change: Partial<Values>) => setValues({ ...values, ...change }),
    nameError: isNameMissing ? text.nameMissing : null,
    dialog: {
      isBusy,
      error,
      onSubmit: submit,
      onClose: options.onClose,
      submitLabel: options.isNew ? text.create : common.save,
    },
  };
}
