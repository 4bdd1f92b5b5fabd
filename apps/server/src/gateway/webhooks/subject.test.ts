import { expect, test } from 'vitest';
import { subjectOf } from './subject.ts';

test.each([
  ['entry.saved', { teamMemberID: 'm', entries: [{ projectID: 'p' }] }, 'm'],
  ['member.changed', { action: 'changed', member: { teamMemberID: 'm' } }, 'm'],
  ['project.changed', { action: 'created', project: { projectID: 'p', clientID: null } }, 'p'],
  ['project.changed', { action: 'created', project: { projectID: 'p', clientID: 'c' } }, 'p'],
  ['budget.alert', { projectID: 'p', percent: 50 }, 'p'],
  ['ping', { workspace: 'harbour' }, 'ping'],
])('%s of %o is about %s', (event, data, subject) => {
  expect(subjectOf(event, data)).toBe(subject);
});
