import type { NewRate, Rate, RatesOf } from '../../entities/rate.ts';
import { text } from './messages.ts';

/** Something that a rate on this page can be of, as the form offers it. */
export type RatePlace = {
  key: string;
  label: string;
  group: string | null;
  of: Pick<NewRate, 'teamMemberID' | 'projectID' | 'activityID' | 'clientID'>;
  /** In whose currency its time is billed; null: in the workspace's. */
  clientID: string | null;
};

/** Names of what rates are of, by id, and the clients of projects. */
export type Names = {
  people: Named;
  projects: Named;
  activities: Named;
  clients: ReadonlyMap<string, Client>;
  /** Of any kind, on which no rate is set any more: archived, or no longer on the project. */
  others: Named;
};
type Named = ReadonlyMap<string, string>;
type Client = string | null;

/**
 * What rates of this page can be of: the thing itself first.
 * @param clientID the client of the page's thing
 */
export function placesOf(of: RatesOf, names: Names, clientID: Client): RatePlace[] {
  const itself = (label: string): RatePlace => ({ key: '', label, group: null, of, clientID });
  if ('clientID' in of) return [itself(text.rates.thisClient)];
  const on = (named: Named, group: string, field: 'teamMemberID' | 'activityID' | 'projectID') =>
    [...named].map(([id, label]) => ({
      key: id,
      label,
      group,
      of: { ...of, [field]: id },
      clientID: field === 'projectID' ? (names.clients.get(id) ?? null) : clientID,
    }));
  if ('projectID' in of)
    return [
      itself(text.rates.thisProject),
      ...on(names.activities, text.rates.activities, 'activityID'),
      ...on(names.people, text.rates.people, 'teamMemberID'),
    ];
  return [itself(text.rates.everywhere), ...on(names.projects, text.rates.projects, 'projectID')];
}

/** What of the page's thing a rate is of, in words. */
export function placeOf(of: RatesOf, rate: Rate, names: Names): string {
  if ('clientID' in of) return text.rates.thisClient;
  const nameOf = (named: Named, id: string) => named.get(id) ?? names.others.get(id) ?? '–';
  if ('projectID' in of) {
    if (rate.teamMemberID) return nameOf(names.people, rate.teamMemberID);
    return rate.activityID ? nameOf(names.activities, rate.activityID) : text.rates.thisProject;
  }
  return rate.projectID ? nameOf(names.projects, rate.projectID) : text.rates.everywhere;
}
