/**
 * What is read together, in its order: as much as there is room for, and what is larger than that by itself.
 * @param room for the sizes of one part
 */
export function partsOfSize<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  room: number,
): Item[][] {
  const parts: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (parts.length === 0 || left < size) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(item);
    left -= size;
  }
  return parts;
}
