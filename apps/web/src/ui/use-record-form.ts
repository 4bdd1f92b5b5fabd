import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../lib/invalidate.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import { theirsOf } from './conflict-choice.tsx';
import { useToast } from './toast.tsx';

export type RecordForm<Values, Thing> = {
  initial: Values;
  name: string;
  isNew: boolean;
  /** The name as it is in the values; empty is refused. */
  nameOf: (values: Values) => string;
  /** @param theirs what somebody else made of it meanwhile, where the person saves the own values over it */
  save: (values: Values, theirs: Thing | null) => Promise<unknown>;
  onClose: () => void;
};

/** State of a small form about one record: values, a missing name, saving, a colleague who was faster, and the toast at the end. */
export function useRecordForm<Values extends object, Thing = never>(options: RecordForm<Values, Thing>) {
  const [values, setValues] = useState(options.initial);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [theirs, setTheirs] = useState<Thing | null>(null);
  const { isBusy, error, submit } = useSubmit(async () => {
    const name = options.nameOf(values).trim();
    setIsNameMissing(name === '');
    if (name === '') return;
    try {
      await options.save(values, theirs);
    } catch (thrown) {
      // A lost connection does not end a conflict: the choice stays until something is stored.
      setTheirs((before) => theirsOf<Thing>(thrown) ?? before);
      throw thrown;
    }
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
      isConflict: theirs !== null,
      onSubmit: submit,
      // What they saved is what is there: the list shows it.
      onTheirs: () => void invalidate(queryClient, options.name).then(options.onClose),
      onClose: options.onClose,
      submitLabel: options.isNew ? text.create : theirs === null ? common.save : common.conflict.mine,
    },
  };
}
