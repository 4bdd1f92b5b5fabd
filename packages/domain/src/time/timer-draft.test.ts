import { expect, test } from 'vitest';
import { missingForEntry } from './timer-draft.ts';

const nothing = { projectId: null, activityId: null, comment: '', tagIds: [] };
const all = ['activity', 'comment', 'tag'];

test.each([
  [nothing, [], 'project_missing'],
  [nothing, all, 'project_missing'],
  [{ ...nothing, projectId: 'p' }, [], null],
  [{ ...nothing, projectId: 'p' }, all, 'activity_missing'],
  [{ ...nothing, projectId: 'p', activityId: 'a' }, all, 'comment_missing'],
  [{ ...nothing, projectId: 'p', comment: ' \n' }, ['comment'], 'comment_missing'],
  [{ ...nothing, projectId: 'p', comment: 'x' }, ['tag'], 'tag_missing'],
  [{ projectId: 'p', activityId: 'a', comment: 'x', tagIds: ['t'] }, all, null],
])('%j where %j is required: %s', (work, requiredFields, reason) => {
  expect(missingForEntry(work, requiredFields)).toBe(reason);
});
