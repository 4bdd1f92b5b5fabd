import type { Answers } from '../../ui/page.fixture.tsx';

export const id = '01a203bd-0000-7000-8000-000000000001';
export const other = '01a203bd-0000-7000-8000-000000000002';
export const project = {
  projectID: id,
  projectName: 'Website',
  visibility: 'members' as const,
  memberIDs: ['m1'],
  managerID: 'm1',
  version: 1,
};
const answers = {
  'GET /Projects/GetArchivedProjects': [],
  'GET /Projects': [project],
  'GET /TeamMember/GetTeam/:id': [{ id: 'm1', userID: 'u1', firstName: 'Ada', lastName: 'Lovelace' }],
} satisfies Answers;
export const at = (path: string, route: string) => ({ path, route });
export const money = (amount: number) => [{ currency: 'EUR', amount }];
const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };

export const rate = {
  rateID: id,
  projectID: id,
  teamMemberID: null,
  activityID: null,
  clientID: null,
  kind: 'bill' as const,
  amount: 9000,
  currency: 'EUR',
  effectiveFrom: '2026-01-01',
};
export const ofProject = {
  ...answers,
  'GET /Projects/:id': { ...project, clientID: null, hourlyRate: 8000, rateMode: 'project' as const },
  'GET /Rates': [rate, { ...rate, rateID: other, amount: 12_000, effectiveFrom: '2199-01-01' }],
  'GET /Activities': [{ activityID: other, activityName: 'Design' }],
  'POST /Rates/Preview': {
    open: nothing,
    approved: { entries: 1, minutes: 60, lockedMinutes: 0, before: money(9000), after: money(9900) },
  },
} satisfies Answers;
export const teamTab = at(`/projects/${id}?tab=team`, '/projects/$id');
