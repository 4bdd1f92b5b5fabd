import { useQueryClient } from '@tanstack/react-query';
import { describeError } from '../lib/describe-error.ts';
import { invalidate } from '../lib/invalidate.ts';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import { useToast } from './toast.tsx';

export type Archiving<Item> = {
  /** First part of the query keys that change with it. */
  name: string;
  nameOf: (item: Item) => string;
  archive: (item: Item) => Promise<unknown>;
  restore: (item: Item) => Promise<unknown>;
};

/** Archives and brings back with a toast that can undo. */
export function useArchiving<Item>(options: Archiving<Item>) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const run = async (work: (item: Item) => Promise<unknown>, item: Item, done: string, undo?: () => void) => {
    try {
      await work(item);
      await invalidate(queryClient, options.name);
      toast({ text: done, ...(undo ? { action: { label: common.undo, onPress: undo } } : {}) });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  const restore = (item: Item) => void run(options.restore, item, text.restored(options.nameOf(item)));
  const archive = (item: Item) =>
    void run(options.archive, item, text.archived(options.nameOf(item)), () => restore(item));
  return { archive, restore };
}
