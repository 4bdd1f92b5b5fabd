import { expect, test } from 'vitest';
import { openPage, startOf } from '../../ui/page.fixture.tsx';
import { PersonPage } from './person-page.tsx';

const nothing = { entries: 0, minutes: 0, roundedMinutes: 0, billableMinutes: 0, unpricedMinutes: 0 };
const jonas = { id: 'm2', firstName: 'Jonas', lastName: 'Weber', role: 'admin' as const };
const led = {
  id: 'm1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'member' as const,
  status: 'active' as const,
  approverID: jonas.id,
  approverName: 'Jonas Weber',
  timeSheetList: [],
  version: 1,
};

test.each([
  ['owner', 1],
  ['member', 0],
] as const)('who decides the weeks is a way to them for who may see them: %s', async (role, links) => {
  const { screen, asked } = await openPage(PersonPage, {
    answers: {
      'GET /TeamMember/:id': ({ params }) => (params.id === jonas.id ? jonas : led),
      'GET /Projects': [],
      'POST /Reports/Query': { lines: [], totals: nothing, labels: [{}] },
    },
    start: startOf({ role }),
    path: '/team/m1',
    route: '/team/$id',
  });
  await expect.element(screen.getByText('Jonas Weber')).toBeVisible();
  await expect.poll(() => screen.getByRole('link', { name: 'Jonas Weber' }).elements().length).toBe(links);
  expect(asked.filter(({ key }) => key === 'GET /TeamMember/:id').length).toBe(1 + links);
});
