/** What a rate is said to be of; absent and null are the same. */
export interface RateOf {
  teamMemberID?: string | null | undefined;
  projectID?: string | null | undefined;
  activityID?: string | null | undefined;
  clientID?: string | null | undefined;
}

/** Whose hourly rate it is: a person's (on one project or all), a project's, an activity's (on one project or all), a client's. */
export type RateSubject = 'person' | 'project' | 'activity' | 'client';

/** Whose rate it is, or null for a mixture that no rate can be of. */
export function rateSubject({ teamMemberID, projectID, activityID, clientID }: RateOf): RateSubject | null {
  if (teamMemberID) return activityID || clientID ? null : 'person';
  if (clientID) return projectID || activityID ? null : 'client';
  if (activityID) return 'activity';
  return projectID ? 'project' : null;
}
