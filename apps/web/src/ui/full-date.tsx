import { useFullDate } from '../lib/use-full-date.ts';

/** A full date of a list or sentence; headings of days and weeks use the short names. */
export function FullDate({ of }: { of: string | null }) {
  return useFullDate()(of);
}
