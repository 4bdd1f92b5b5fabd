export type PersonAction = 'create' | 'update' | 'delete';

/** What one transaction did: to the person where `tenantId` is null, else to the membership there. */
export type PersonNote = { tenantId: string | null; action: PersonAction };

/** What a tenant is told. */
export type PersonNews = { tenantId: string; action: PersonAction };

/**
 * Who is told what about a transaction that made, changed or ended a person or a membership: the root knows every
 * person, to which a membership is one more change; a child knows its members, who come, change and go.
 * @param notes in the order in which they were written
 * @param childIds children of which the person is a member
 */
export function newsOf(notes: PersonNote[], rootId: string, childIds: string[]): PersonNews[] {
  const ofPerson = notes.filter(({ tenantId }) => tenantId === null);
  const own = ofPerson.length > 0 ? sumUp(ofPerson) : 'update';
  const noted = new Set(notes.map(({ tenantId }) => tenantId).filter((id) => id !== null && id !== rootId));
  const isChange = ofPerson.length > 0 && own === 'update';
  const told = isChange ? new Set([...noted, ...childIds]) : noted;
  const ofChildren = [...told].map((tenantId) => {
    const own = notes.filter((note) => note.tenantId === tenantId);
    return { tenantId: String(tenantId), action: own.length > 0 ? sumUp(own) : 'update' };
  });
  return [{ tenantId: rootId, action: own }, ...ofChildren].filter(isToldOf);
}

function isToldOf(one: { tenantId: string; action: PersonAction | null }): one is PersonNews {
  return one.action !== null;
}

/** What came and went in one transaction was never there; what went and came again is a change. */
function sumUp(notes: PersonNote[]): PersonAction | null {
  const lives = notes.map(({ action }) => action).filter((action) => action !== 'update');
  const [first] = lives;
  if (first === undefined) return 'update';
  const last = lives.at(-1);
  if (first === 'create') return last === 'delete' ? null : 'create';
  return last === 'delete' ? 'delete' : 'update';
}
