import { plainOf } from '@stint/domain/plain-of.ts';

/** The name among others that differs from one only in case or spaces; null where there is none, or it is the same. */
export function findSameName(name: string, others: readonly string[]): string | null {
  const word = wordOf(name);
  if (word === '') return null;
  return others.find((other) => wordOf(other) === word) ?? null;
}

/** Spaces count for nothing at all here. */
function wordOf(name: string): string {
  return plainOf(name).replaceAll(' ', '');
}
