import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { Ids } from '../totals/ids.ts';
import { partsOfSize } from '../totals/parts-of-size.ts';
import { type Run, runsWithin } from './commented.ts';
import type { EntryQuery } from './entry-query.ts';
import { entryReach, type Reach } from './see.ts';

/** Entries of weeks of which something is read at once. */
const ENTRIES_AT_ONCE = 400_000;

const ID = 16;

/** Says of the columns of a packed week which of its entries with a comment are asked for. */
type Part = {
  columns: readonly string[];
  isAsked(...bytes: Buffer[]): (entry: number) => boolean;
};

/**
 * Of runs those entries that a question names besides their word, and that somebody may see.
 * @param found runs in packed weeks, and these
 */
export async function narrowRuns(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
  { runs, weeks }: { runs: readonly Run[]; weeks: readonly { weekEndDate: string; entries: number }[] },
): Promise<readonly Run[]> {
  const parts = partsOf(query, await entryReach(tx, context, 'time.see'));
  if (parts.length === 0) return runs;
  const runsOfWeek = Map.groupBy(runs, ({ weekEndDate }) => weekEndDate);
  const asked = weeks.filter(({ weekEndDate }) => runsOfWeek.has(weekEndDate));
  const columns = raw(parts.flatMap((part) => part.columns.map((name) => `, p.${name}`)).join(''));
  const narrowed: Run[] = [];
  for (const some of partsOfSize(asked, ({ entries }) => entries, ENTRIES_AT_ONCE)) {
    const rows = await tx.copied(sql`
      select p.week_end_on::text ${columns} from app.packed_week p
      where p.tenant_id = ${context.tenantId} and p.week_end_on = any(${some.map(({ weekEndDate }) => weekEndDate)}::date[])
      order by p.week_end_on`);
    for (const fields of rows) {
      const [weekEndDate, ...bytes] = fields as Buffer[];
      const checks = parts.map((part) => part.isAsked(...bytes.splice(0, part.columns.length)));
      const isAsked = (entry: number) => checks.every((check) => check(entry));
      narrowed.push(...runsWithin(runsOfWeek.get(String(weekEndDate)) ?? [], isAsked));
      await setImmediate();
    }
  }
  return narrowed;
}

function partsOf({ isBillable, activityID }: EntryQuery, reach: Reach | null): Part[] {
  const all = [
    isBillable !== undefined && billed(isBillable),
    activityID !== undefined && ofActivity(activityID),
    reach !== null && within(reach),
  ];
  return all.filter((part) => part !== false);
}

const billed = (isBillable: boolean): Part => ({
  columns: ['commented_times'],
  isAsked: (times) => (entry) => ((times[2 * entry + 1] as number) & 1) === Number(isBillable),
});

/** The place in a list of the week, as it is stored: from the lowest number of two bytes on. */
const placeAt = (places: Buffer, entry: number): number => places.readInt16BE(2 * entry) + 0x8000;

function ofActivity(activityID: string): Part {
  const id = Buffer.from(activityID.replaceAll('-', ''), 'hex');
  return {
    columns: ['activities', 'commented_activities'],
    isAsked: (activities, places) => {
      const count = activities.length / ID;
      const isIt = Uint8Array.from({ length: count }, (_, at) =>
        Number(activities.subarray(at * ID, (at + 1) * ID).equals(id)),
      );
      return (entry) => isIt[placeAt(places, entry)] === 1;
    },
  };
}

function within(reach: Reach): Part {
  const [isOfPerson, isOnProject] = [reach.people, reach.projects].map(reached) as [Reached, Reached];
  return {
    columns: ['people', 'commented_people', 'projects', 'commented_projects'],
    isAsked: (people, personPlaces, projects, projectPlaces) => {
      const [persons, ofProjects] = [isOfPerson(people), isOnProject(projects)];
      return (entry) =>
        persons[placeAt(personPlaces, entry)] === true || ofProjects[placeAt(projectPlaces, entry)] === true;
    },
  };
}

/** Which ids of a list are among those that are reached. */
type Reached = (list: Buffer) => boolean[];

/** The ids that are reached get the first numbers. */
function reached(ids: Buffer): Reached {
  const numbers = new Ids();
  const count = numbers.numbersOf(ids).length;
  return (list) => Array.from(numbers.numbersOf(list), (number) => number < count);
}
