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
  const store = async (over: Thing | null) => {
    const name = options.nameOf(values).trim();
    setIsNameMissing(name === '');
    if (name === '') return;
    await options.save(values, over);
    await invalidate(queryClient, options.name);
    toast({ text: options.isNew ? text.created(name) : text.changed(name) });
    options.onClose();
  };
  const first = useSubmit(() => store(null));
  const again = useSubmit(() => store(theirs));
  const error = again.error ?? first.error;
  const theirs = theirsOf<Thing>(error);
  return {
    values,
    set: (change: Partial<Values>) => setValues({ ...values, ...change }),
    nameError: isNameMissing ? text.nameMissing : null,
    dialog: {
      isBusy: first.isBusy || again.isBusy,
      error,
      isConflict: theirs !== null,
      onSubmit: theirs === null ? first.submit : again.submit,
      // What they saved is what is there: the list shows it.
      onTheirs: () => void invalidate(queryClient, options.name).then(options.onClose),
      onClose: options.onClose,
      submitLabel: options.isNew ? text.create : theirs === null ? common.save : common.conflict.mine,
    },
  };
}
