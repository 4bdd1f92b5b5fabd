import type { Random } from '../sample/random.ts';
import { activities, clients, projects } from './projects.ts';

/** Ids of the rows by the keys of the plan. */
export type Ids = {
  tenantId: string;
  members: Map<string, string>;
  users: Map<string, string>;
  types: Map<string, string>;
  clients: Map<string, string>;
  projects: Map<string, string>;
  activities: Map<string, string>;
  tags: Map<string, string>;
};

export const tags = ['rework', 'workshop', 'urgent'];

/** Ids for everything of the plan; people, their users and the project types are there already. */
export function makeIds(
  random: Random,
  begun: Date,
  known: Pick<Ids, 'tenantId' | 'members' | 'users' | 'types'>,
): Ids {
  const give = (keys: readonly string[]) => new Map(keys.map((key) => [key, random.uuid(begun)]));
  return {
    ...known,
    clients: give(clients.map(({ key }) => key)),
    projects: give(projects.map(({ key }) => key)),
    activities: give(activities.map(({ name }) => name)),
    tags: give(tags),
  };
}

/** @throws Error for a key that the plan does not make */
export function idOf(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`the plan names "${key}", which is not in it`);
  return id;
}
