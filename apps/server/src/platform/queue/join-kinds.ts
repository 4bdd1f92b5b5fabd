/** What features have by kind, together. @throws Error where two of them have the same kind */
export function joinKinds<Value>(
  given: readonly (Readonly<Record<string, Value>> | undefined)[],
): Record<string, Value> {
  const joined: Record<string, Value> = {};
  for (const [kind, value] of given.flatMap((one) => Object.entries(one ?? {}))) {
    if (kind in joined) throw new Error(`two features have something of the kind ${kind}`);
    joined[kind] = value;
  }
  return joined;
}
