import type { Role } from '@stint/domain/workspace/roles.ts';
import type { WorkspaceProvider } from '../../gateway/provider/client.ts';
import { findLostWishes, type LostWish } from '../../gateway/workspace-lifecycle/due-erasures.ts';
import type { Database } from '../../platform/database.ts';
import type { ForgottenList } from '../../platform/forgotten.ts';
import { type Address, type Mends, mendsOf } from './mends.ts';
import { type Known, type Place, readHere, readKnown, readLost, readPlaces, type Seat } from './sides.ts';

/** Where the provider and a region say different things of a workspace or of somebody in it (decision 054). */
export type Disagreement = {
  region: string;
  workspace: string;
  /** The person, where it is about one. */
  person: string | null;
  /** What each of them says. */
  provider: string;
  here: string;
  /** Who changes; `nobody` where either would lose what cannot be made again. */
  follows: 'region' | 'provider' | 'nobody';
  mend: ((now: Date) => Promise<void>) | null;
};

/** What is compared, and what mends the provider. */
type Compared = {
  identity: Database;
  code: string;
  database: Database;
  provider: WorkspaceProvider;
  /** Outside of the databases, so that no restore took anything from it. */
  forgotten: ForgottenList;
};

type Said = Pick<Disagreement, 'provider' | 'here'>;
type Finding = (said: Said, mend: Partial<Mend>) => Disagreement;
/** What makes the one, or the other, say what its opposite does. */
type Mend = { region: (now: Date) => Promise<void>; provider: () => Promise<void> };

/** So many workspaces are compared at once. */
const BATCH = 200;

/**
 * Compares a region with the provider, workspace by workspace. They disagree after one of them was restored to an earlier moment
 * than the other. Of two that know the same thing the one whose row was changed later is right; who is no member at the provider
 * ends here.
 */
export async function findDisagreements(compared: Compared): Promise<Disagreement[]> {
  const { identity, code, database, forgotten } = compared;
  const wishes = new Map(
    (await findLostWishes({ database }, forgotten)).map((wish) => [wish.publicId, wish]),
  );
  const found: Disagreement[] = [];
  let after = '';
  for (;;) {
    const places = await readPlaces(database, after, BATCH);
    if (places.length === 0) break;
    const known = await readKnown(identity, places);
    for (const place of places) {
      const [there, wish] = [known.get(place.publicId) ?? null, wishes.get(place.publicId) ?? null];
      found.push(...(await compare(compared, place, there, wish)));
    }
    after = places.at(-1)?.publicId ?? '';
  }
  const lost = await readLost(identity, { code, database });
  const missing = lost.map(({ publicId, status }) =>
    findingOf(code, publicId, null)({ provider: status, here: 'missing' }, {}),
  );
  return [...found, ...missing];
}

/** With a mend of one side that side follows; a mend of neither is for people. */
function findingOf(region: string, workspace: string, person: string | null): Finding {
  return (said, mend) => {
    const about = { region, workspace, person, ...said };
    if (mend.region) return { ...about, follows: 'region', mend: mend.region };
    if (mend.provider) return { ...about, follows: 'provider', mend: mend.provider };
    return { ...about, follows: 'nobody', mend: null };
  };
}

async function compare(
  compared: Compared,
  place: Place,
  known: Known | null,
  wish: LostWish | null,
): Promise<Disagreement[]> {
  // What begins or moves is between two states.
  if (place.status === 'provisioning' || place.status === 'moved') return [];
  if (known?.status === 'provisioning' && place.isBeingMade) return [];
  const mends = mendsOf(compared, place);
  const finding = findingOf(compared.code, place.publicId, null);
  const { name, seats } = await readHere(compared, place);
  // What nobody is making any more is a mend of this command that stopped half-way.
  if (known === null || known.status === 'provisioning')
    return [unknownThere(finding, { ...place, name, said: known?.status ?? 'unknown' }, seats, mends)];
  const ofWorkspace = compareWorkspace(finding, { ...place, name }, { known, mends, wish });
  if (known.status === 'deleted') return ofWorkspace;
  return [...ofWorkspace, ...comparePeople(compared.code, place, { known, seats, mends })];
}

type Workspace = { known: Known; mends: Mends };

/**
 * State and address are one row on each side, with one moment: they are mended together or not at all, for the first mend
 * makes its side the one that was changed last.
 */
function compareWorkspace(
  finding: Finding,
  place: Place & { name: string },
  { known, mends, wish }: Workspace & { wish: LostWish | null },
): Disagreement[] {
  const { status, name, slug } = place;
  const isOpen = known.status !== 'deleted';
  const lost = isOpen ? wish : null;
  const state = stateThere(place, known);
  const hasMoved = isOpen && (known.slug !== slug || known.name !== name);
  if (!lost && !state && !hasMoved) return [];
  const isLaterHere = isOpen && place.updatedAt > known.updatedAt;
  const toProvider = hasMoved && isLaterHere ? { name, slug } : {};
  const toRegion = hasMoved && !isLaterHere ? { name: known.name, slug: known.slug } : {};
  const wished = lost && `${status}, its ${lost.kind === 'deletion' ? 'deletion' : 'return'} was lost`;
  const said = {
    provider: textOf(known.status, hasMoved && known),
    here: textOf(wished ?? status, hasMoved && place),
  };
  if (lost) return [finding(said, { region: (now) => mends.grant(lost, { toProvider, toRegion }, now) })];
  if (!isLaterHere)
    return [finding(said, { region: (now) => mends.changeHere({ state, ...toRegion }, now) })];
  const there = status === 'active' ? 'active' : 'archived';
  const change = { ...toProvider, ...(state ? ({ status: there } as const) : {}) };
  return [finding(said, { provider: () => mends.changeAtProvider(change) })];
}

function textOf(status: string, address: Address | false): string {
  return address ? `${status}, ${address.name} ${address.slug}` : status;
}

/** Of the provider's states, the one that a region has to have; null where it has it, or what it may have in its place. */
function stateThere({ status }: Place, known: Known): 'active' | 'archived' | 'deleting' | null {
  if (known.status === 'deleted') return status === 'deleting' ? null : 'deleting';
  if (known.status === 'active') return status === 'active' ? null : 'active';
  return status === 'active' ? 'archived' : null;
}

/** Made after the moment that the provider was restored to: it is made there again, under its id, where its owner is known. */
function unknownThere(
  finding: Finding,
  place: Place & { name: string; said: string },
  seats: readonly Seat[],
  mends: Mends,
): Disagreement {
  const members = seats.filter(({ status }) => status === 'active');
  const owner = members.find(({ role, isKnown }) => role === 'owner' && isKnown);
  const mend = owner ? { provider: () => mends.makeAtProvider(place, owner, members) } : {};
  return finding({ provider: place.said, here: place.status }, mend);
}

type Sides = Workspace & { seats: readonly Seat[] };

/** Promotions come first: nobody may be the last owner who goes. */
function comparePeople(region: string, place: Place, { known, seats, mends }: Sides): Disagreement[] {
  const byUser = new Map(seats.map((seat) => [seat.userId, seat]));
  const people = new Set([...byUser.keys(), ...known.members.keys()]);
  const hasOwner = [...known.members.values()].some(({ role }) => role === 'owner');
  const found = [...people].flatMap((userId) => {
    const [seat, there] = [byUser.get(userId), known.members.get(userId)];
    const here = seat?.status === 'active' ? seat.role : null;
    const said = there?.role ?? null;
    if (said === here) return [];
    const finding = findingOf(region, place.publicId, userId);
    const texts = { provider: said ?? 'no member', here: here ?? (seat ? seat.status : 'missing') };
    return [finding(texts, mendOf({ userId, seat, here, said, there, hasOwner }, mends))];
  });
  const isOwner = ({ provider, here, follows }: Disagreement) =>
    (follows === 'region' ? provider : here) === 'owner';
  return found.toSorted((one, other) => Number(isOwner(other)) - Number(isOwner(one)));
}

type Person = {
  userId: string;
  seat: Seat | undefined;
  /** Null for no member. */
  here: Role | null;
  said: Role | null;
  there: { updatedAt: Date } | undefined;
  hasOwner: boolean;
};

function mendOf({ userId, seat, here, said, there, hasOwner }: Person, mends: Mends): Partial<Mend> {
  const takeOver = { region: (now: Date) => mends.takeRole(userId, said, now) };
  if (said === null) {
    // Access that comes back unnoticed is worse than access that is given again; but somebody has to own it.
    if (here !== 'owner' || hasOwner) return takeOver;
    return seat?.isKnown ? { provider: () => mends.setRoles(userId, [here]) } : {};
  }
  const changedHere = here === null ? seat?.archivedAt : seat?.roleUpdatedAt;
  if (changedHere && there && changedHere > there.updatedAt)
    return { provider: () => mends.setRoles(userId, here === null ? [] : [here]) };
  return here === null ? { region: (now: Date) => mends.seat(userId, said, now) } : takeOver;
}
