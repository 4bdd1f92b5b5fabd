import type { NewRate, Rate, RatesOf } from '../../entities/rate.ts';
import { text } from './messages.ts';

/** Something that a rate on this page can be of, as the form offers it. */
export type RatePlace = {
  key: string;
  label: string;
  group: string | null;
  of: Pick<NewRate, 'teamMemberID' | 'projectID' | 'activityID' | 'clientID'>;
};

/** Names of what rates are of, by id. */
export type Names = { people: Named; projects: Named; activities: Named };
type Named = ReadonlyMap<string, string>;

/** What rates of this page can be of: the thing itself first. */
export function placesOf(of: RatesOf, names: Names): RatePlace[] {
  if ('clientID' in of) return [{ key: '', label: text.rates.thisClient, group: null, of }];
  const on = (named: Named, group: string, field: 'teamMemberID' | 'activityID' | 'projectID') =>
    [...named].map(([id, label]) => ({ key: id, label, group, of: { ...of, [field]: id } }));
  if ('projectID' in of)
    return [
      { key: '', label: text.rates.thisProject, group: null, of },
      ...on(names.activities, text.rates.activities, 'activityID'),
      ...on(names.people, text.rates.people, 'teamMemberID'),
    ];
  return [
    { key: '', label: text.rates.everywhere, group: null, of },
    ...on(names.projects, text.rates.projects, 'projectID'),
  ];
}

/** What of the page's thing a rate is of, in words. */
export function placeOf(of: RatesOf, rate: Rate, names: Names): string {
  const gone = '–';
  if ('clientID' in of) return text.rates.thisClient;
  if ('projectID' in of) {
    if (rate.teamMemberID) return names.people.get(rate.teamMemberID) ?? gone;
    return rate.activityID ? (names.activities.get(rate.activityID) ?? gone) : text.rates.thisProject;
  }
  return rate.projectID ? (names.projects.get(rate.projectID) ?? gone) : text.rates.everywhere;
}
