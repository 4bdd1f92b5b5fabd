/** Which files import each other in a circle: each group in the order in which one leads to the next, types counted. */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to: number) => lowest.set(file, Math.min(lowest.get(file) ?? to, to));

  // Tarjan's strongly connected components.
  function visit(file: string): void {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lower(file, lowest.get(next) ?? number);
      } else if (path.includes(next)) lower(file, order.get(next) ?? number);
    }
    if (lowest.get(file) !== number) return;
    const group = path.splice(path.indexOf(file));
    if (group.length > 1) circles.push(group);
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
