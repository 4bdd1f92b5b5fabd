/** The newest rows of a list that is not shown whole, and how many there are. */
export type Newest<Row> = { rows: readonly Row[]; total: number };

/** @param ask hears the total beside the rows; where nobody tells one, these are all */
export async function newestOf<Row>(
  ask: (hearTotal: (total: number) => void) => Promise<readonly Row[]>,
): Promise<Newest<Row>> {
  let told: number | null = null;
  const rows = await ask((total) => {
    told = total;
  });
  return { rows, total: Math.max(told ?? 0, rows.length) };
}
