import { expect, test } from 'vitest';
import { rateSubject } from './rate-subject.ts';

const [teamMemberID, projectID, activityID, clientID] = ['m', 'p', 'a', 'c'];

test.each([
  [{ teamMemberID }, 'person'],
  [{ teamMemberID, projectID }, 'person'],
  [{ projectID }, 'project'],
  [{ projectID, teamMemberID: null, activityID: null }, 'project'],
  [{ activityID }, 'activity'],
  [{ activityID, projectID }, 'activity'],
  [{ clientID }, 'client'],
  [{}, null],
  [{ teamMemberID, activityID }, null],
  [{ teamMemberID, clientID }, null],
  [{ clientID, projectID }, null],
  [{ clientID, activityID }, null],
])('a rate of %j is that of a %s', (of, subject) => {
  expect(rateSubject(of)).toBe(subject);
});
