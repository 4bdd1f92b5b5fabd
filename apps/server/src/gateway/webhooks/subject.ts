/** Ids by which an event says whom or what it is about, a person before all else. */
const names = ['teamMemberID', 'projectID', 'activityID', 'clientID'] as const;

/** What an event is about: events about one person reach a receiver in their order, those about others need not wait. */
export function subjectOf(event: string, data: Record<string, unknown>): string {
  const parts = [data, ...Object.values(data)].filter(
    (part): part is Record<string, unknown> => typeof part === 'object' && part !== null,
  );
  for (const name of names) {
    const found = parts.map((part) => part[name]).find((id) => typeof id === 'string');
    if (found !== undefined) return String(found);
  }
  return event;
}
