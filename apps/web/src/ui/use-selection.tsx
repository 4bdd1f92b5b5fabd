import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../lib/describe-error.ts';
import { invalidate } from '../lib/invalidate.ts';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import type { Selection } from './list-page.tsx';
import { useToast } from './toast.tsx';

export type SelectionOptions<Item> = {
  /** First part of the query keys that change with them. */
  name: string;
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  isArchived: boolean;
  /** Archives one, or brings it back. */
  change: (item: Item) => Promise<unknown>;
};

/** Several of a list at once: archived, or brought back; those that are refused stay chosen and say why. */
export function useSelection<Item>(options: SelectionOptions<Item>): Selection {
  const { items, idOf, nameOf, isArchived, change } = options;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  // What is no longer in the list is not chosen.
  const chosen = (items ?? []).filter((item) => keys.has(idOf(item)));
  const run = async () => {
    setIsBusy(true);
    const refused: { item: Item; reason: string }[] = [];
    for (const item of chosen) {
      try {
        await change(item);
      } catch (error) {
        refused.push({ item, reason: describeError(error) });
      }
    }
    await invalidate(queryClient, options.name);
    setKeys(new Set(refused.map(({ item }) => idOf(item))));
    setIsBusy(false);
    const done = chosen.length - refused.length;
    if (done > 0) toast({ text: isArchived ? text.restoredMany(done) : text.archivedMany(done) });
    const [first] = refused;
    if (first) {
      const names = refused.map(({ item }) => nameOf(item)).join(', ');
      toast({ text: text.notAll(names, first.reason), tone: 'danger' });
    }
  };
  return {
    keys: new Set(chosen.map(idOf)),
    onChange: setKeys,
    bar: (
      <Button icon={isArchived ? 'restore' : 'archive'} isBusy={isBusy} onClick={() => void run()}>
        {isArchived ? text.restoreMany : text.archiveMany}
      </Button>
    ),
  };
}
