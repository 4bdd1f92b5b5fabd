/** The name among others that differs from one only in case or spaces; null where there is none, or it is the same. */
export function findSameName(name: string, others: readonly string[]): string | null {
  const plain = plainOf(name);
  if (plain === '') return null;
  return others.find((other) => plainOf(other) === plain) ?? null;
}

function plainOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
