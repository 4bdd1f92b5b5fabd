import { dateOfDays } from '../../../platform/copied.ts';
import type { Transaction } from '../../../platform/database.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import { knownEmail } from '../../timesheets/see.ts';
import { Ids } from '../../totals/ids.ts';
import type { ReportReader } from '../which-entries.ts';

type Person = { firstName: string; lastName: string; email: string | null };
type Project = { project: string; client: string | null };
type Activity = { activity: string | null };

/** What the entries of a page name, as bytes of ids one after the other, zeros for none; and the weeks in which they lie, as days. */
export type NamedIds = { people: Buffer; projects: Buffer; activities: Buffer; weeks: Int32Array };

/** Of each entry of a page what it names. */
export type NamesOfPage = {
  person(entry: number): Person;
  project(entry: number): Project;
  activity(entry: number): Activity;
  /** Of the week in which the person's entry lies. */
  status(entry: number): string;
};

/** Names of what the entries of a file name, each looked up once. */
export class EntryNames {
  readonly #tenantId: string;
  readonly #people: Named<Person>;
  readonly #projects: Named<Project>;
  readonly #activities: Named<Activity>;

  constructor({ tenantId, actor }: ReportReader) {
    this.#tenantId = tenantId;
    this.#people = new Named(
      (
        ids,
      ) => sql`select m.id, m.first_name as "firstName", m.last_name as "lastName", ${knownEmail(actor)} as email
        from app.team_member m where m.tenant_id = ${tenantId} and m.id = any(${ids}::uuid[])`,
    );
    this.#projects = new Named(
      (ids) => sql`select p.id, p.name as project, c.name as client
        from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.id = any(${ids}::uuid[])`,
    );
    this.#activities = new Named(
      (ids) =>
        sql`select a.id, a.name as activity from app.activity a where a.tenant_id = ${tenantId} and a.id = any(${ids}::uuid[])`,
    );
    this.#activities.none = { activity: null };
  }

  async ofPage(tx: Transaction, ids: NamedIds): Promise<NamesOfPage> {
    const [people, projects, activities] = await Promise.all([
      this.#people.numbersOf(tx, ids.people),
      this.#projects.numbersOf(tx, ids.projects),
      this.#activities.numbersOf(tx, ids.activities),
    ]);
    const statuses = await this.#statuses(tx, people, ids.weeks);
    return {
      person: (entry) => this.#people.at(people[entry] as number),
      project: (entry) => this.#projects.at(projects[entry] as number),
      activity: (entry) => this.#activities.at(activities[entry] as number),
      status: (entry) => statuses.get(ids.weeks[entry] as number)?.[people[entry] as number] as string,
    };
  }

  /** By their week, and the number of the person. */
  async #statuses(tx: Transaction, people: Uint32Array, weeks: Int32Array): Promise<Map<number, string[]>> {
    const copied = await tx.copied(sql`
      select w.week_end_on, w.status, string_agg(uuid_send(w.team_member_id), ''::bytea) from app.timesheet_week w
      where w.tenant_id = ${this.#tenantId} and w.team_member_id = any(${this.#people.idsOf(people)}::uuid[])
        and w.week_end_on = any(${[...new Set(weeks)].map(dateOfDays)}::date[])
      group by w.week_end_on, w.status`);
    const found = new Map<number, string[]>();
    for (const fields of copied.all()) {
      const [week, status, ids] = fields as [Buffer, Buffer, Buffer];
      const days = week.readInt32BE();
      const own = found.get(days) ?? [];
      found.set(days, own);
      const name = status.toString();
      for (const person of this.#people.numbers(ids)) own[person] = name;
    }
    return found;
  }
}

/** Things of one kind by the numbers of their ids. */
class Named<Thing> {
  readonly #ids = new Ids();
  readonly #things: Thing[] = [];
  readonly #select: (ids: string[]) => Sql;
  /** What stands for no id. */
  none: Thing | null = null;

  constructor(select: (ids: string[]) => Sql) {
    this.#select = select;
  }

  at(number: number): Thing {
    return this.#things[number] as Thing;
  }

  numbers(ids: Buffer): Uint32Array {
    return this.#ids.numbersOf(ids);
  }

  /** The ids of some numbers, each once. */
  idsOf(numbers: Uint32Array): string[] {
    return Array.from(new Set(numbers), (number) => this.#ids.idOf(number)).filter((id) => id !== null);
  }

  /** The numbers of ids; whose thing is not known yet is looked up. */
  async numbersOf(tx: Transaction, bytes: Buffer): Promise<Uint32Array> {
    const numbers = this.#ids.numbersOf(bytes);
    const asked = new Map<string, number>();
    for (const number of new Set(numbers)) {
      if (this.#things[number] !== undefined) continue;
      const id = this.#ids.idOf(number);
      if (id !== null) asked.set(id, number);
      else if (this.none) this.#things[number] = this.none;
    }
    if (asked.size === 0) return numbers;
    const found = await tx.rows<Thing & { id: string }>(this.#select([...asked.keys()]), { unnamed: true });
    for (const thing of found) this.#things[asked.get(thing.id) as number] = thing;
    return numbers;
  }
}
