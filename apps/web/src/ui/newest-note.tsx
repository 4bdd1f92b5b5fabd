import { common } from '../messages/common.ts';

/** Says of a list that it is not shown whole; nothing where it is. */
export function NewestNote({ shown, total }: { shown: number; total: number }) {
  return shown < total ? <p>{common.newest(shown, total)}</p> : null;
}
