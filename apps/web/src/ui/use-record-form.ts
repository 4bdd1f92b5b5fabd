import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../lib/invalidate.ts';
import { theirsOf } from '../lib/theirs-of.ts';
import { useSubmit } from '../lib/use-async.ts';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import { saveLabel } from './conflict-choice.tsx';
import { useToast } from './toast.tsx';
import { type FieldWords, useSharedValues } from './use-shared-values.ts';

export type RecordForm<Values, Thing> = {
  /** What is changed; null for a new one. */
  thing: Thing | null;
  /** What is in the fields of a thing, and of a new one. */
  valuesOf: (thing: Thing | null) => Values;
  words: FieldWords<Values>;
  name: string;
  /** The name as it is in the values; empty is refused. */
  nameOf: (values: Values) => string;
  /** @param stored what the values replace: as it was opened, or as somebody else made it meanwhile */
  save: (values: Values, stored: Thing | null) => Promise<unknown>;
  onClose: () => void;
};

/** A new thing has no version that anybody could change. */
type Opened<Thing> = { thing: Thing | null; version: number };

/** State of a small form about one record: values, a missing name, saving, a colleague who was faster, and the toast at the end. */
export function useRecordForm<Values extends object, Thing extends { version: number } = never>(
  options: RecordForm<Values, Thing>,
) {
  const { thing } = options;
  const shared = useSharedValues<Values, Opened<Thing>>({
    stored: { thing, version: thing?.version ?? 0 },
    valuesOf: (opened) => options.valuesOf(opened.thing),
    words: options.words,
  });
  const { values, choice } = shared;
  const [isNameMissing, setIsNameMissing] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  const { isBusy, error, submit } = useSubmit(async () => {
    const name = options.nameOf(values).trim();
    setIsNameMissing(name === '');
    if (name === '') return;
    try {
      await options.save(values, shared.stored.thing);
    } catch (thrown) {
      const theirs = theirsOf<Thing>(thrown);
      if (theirs) shared.meet({ thing: theirs, version: theirs.version });
      throw thrown;
    }
    await invalidate(queryClient, options.name);
    toast({ text: thing === null ? text.created(name) : text.changed(name) });
    options.onClose();
  });
  return {
    values,
    set: shared.set,
    nameError: isNameMissing ? text.nameMissing : null,
    dialog: {
      isBusy,
      error,
      // What they saved is what is there: the list shows it.
      choice: choice && {
        ...choice,
        onTheirs: () => void invalidate(queryClient, options.name).then(options.onClose),
      },
      onSubmit: submit,
      onClose: options.onClose,
      submitLabel: thing === null ? text.create : choice ? saveLabel(choice.fields) : common.save,
    },
  };
}
