/**
 * Asks all regions at once for what one of them has. The first that has it answers, so that a region that is away keeps nobody
 * from what lies elsewhere.
 * @returns null where every region answered that it has none
 * @throws what a region failed with, where none of the others has it
 */
export async function findInRegions<Place, Found>(
  regions: Iterable<Place>,
  find: (region: Place) => Promise<Found | null>,
): Promise<Found | null> {
  const asked = [...regions].map(find);
  const found = asked.map(async (answer) => {
    const one = await answer;
    if (one === null) throw new Error('not here');
    return one;
  });
  return Promise.any(found).catch(async () => {
    await Promise.all(asked);
    return null;
  });
}
