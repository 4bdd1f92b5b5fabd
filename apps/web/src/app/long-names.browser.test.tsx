import type { RouteComponent } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalsPage } from '../features/approvals/approvals-page.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { ActivityPage } from '../features/details/activity-page.tsx';
import { ClientPage } from '../features/details/client-page.tsx';
import { PersonPage } from '../features/details/person-page.tsx';
import { ProjectPage } from '../features/details/project-page.tsx';
import { ImportPage } from '../features/imports/import-page.tsx';
import { DataPage } from '../features/settings/data/data-page.tsx';
import { LogPage } from '../features/settings/log/log-page.tsx';
import { ProgramsPage } from '../features/settings/programs/programs-page.tsx';
import { RulesPage } from '../features/settings/rules/rules-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { today } from '../lib/today.ts';
import '../styles/base.css';
import { type Answers, openPage, startOf } from '../ui/page.fixture.tsx';
import skeleton from '../ui/skeleton.module.css';
import { settings } from './forms-of-settings.fixture.tsx';

/** A page whose every name is the one that is given. */
type NamedPage = {
  Page: RouteComponent;
  path: string;
  route?: string;
  answers: (name: string) => object;
};

const id = '01a203bd-0000-7000-8000-000000000001';
const other = '01a203bd-0000-7000-8000-000000000002';
const figures = {
  entries: 1,
  minutes: 600,
  roundedMinutes: 600,
  billableMinutes: 300,
  amounts: [{ currency: 'EUR', amount: 90_000 }],
  costs: [],
  unpricedMinutes: 0,
};
const reported = (name: string) => ({
  lines: [{ keys: [other], ...figures }],
  totals: figures,
  labels: [{ [other]: name }],
});
const project = (name: string) => ({
  projectID: id,
  projectName: name,
  clientID: other,
  clientName: name,
  code: null,
  description: name,
  color: '#7a5af8',
  isBillable: true,
  isArchived: false,
  budgetKind: 'hours',
  budgetHours: 10,
  budgetPeriod: 'total',
  monthMinutes: 60,
  trackedMinutes: 590,
  visibility: 'members',
  memberIDs: ['m1'],
  managerID: 'm1',
  version: 1,
});
const person = (name: string) => ({
  id: 'm1',
  userID: 'u1',
  firstName: name,
  lastName: '',
  email: 'ada@example.com',
  role: 'owner',
  status: 'active',
  schedule: null,
  weeklyMinutes: null,
  approverID: null,
  approverName: null,
  timeSheetList: [],
  lastEntryAt: null,
  version: 1,
});
const week = (name: string) => ({
  teamMemberID: 'm2',
  weekEndDate: '2026-11-22',
  status: 'pending',
  version: 2,
  totalMinutes: 2400,
  billableMinutes: 1200,
  nonBillableMinutes: 1200,
  lines: [],
  firstName: name,
  lastName: '',
  normMinutes: null,
  flags: [],
});
const rate = { clientID: null, teamMemberID: null, projectID: id, activityID: null, kind: 'bill' };
/** What pages of one thing ask for. */
const things = (name: string) => ({
  'GET /Projects/GetArchivedProjects': [],
  'GET /Projects/:id': project(name),
  'GET /Projects/:id/Summary': {
    trackedMinutes: 1200,
    billableMinutes: 900,
    budgetMinutes: 2400,
    budgetUsedMinutes: 1200,
    budgetAmount: null,
    forecastDate: null,
    unpricedMinutes: null,
    otherCurrencyMinutes: null,
    openEntries: 3,
    burn: [{ month: '2026-11-01', minutes: 600, billableMinutes: 400, totalMinutes: 1200 }],
    byMember: [{ teamMemberID: 'm1', name, minutes: 1200, billableMinutes: 900 }],
    byActivity: [{ activityID: other, activityName: name, minutes: 1200, billableMinutes: 900 }],
  },
  'GET /Projects': [project(name)],
  'GET /Clients/:id': { clientID: id, clientName: name, currency: null, projectCount: 1, version: 1 },
  'GET /Clients': [{ clientID: id, clientName: name, version: 1 }],
  'GET /Activities/:id': { activityID: id, activityName: name, billableDefault: true, version: 1 },
  'GET /Activities': [{ activityID: id, activityName: name }],
  'GET /TeamMember/GetTeam/:id': [person(name)],
  'GET /TeamMember/:id': person(name),
  'GET /ProjectTypeMaster': [],
  'GET /Tags': [],
  'GET /Rates': [{ ...rate, rateID: other, amount: 9000, currency: 'EUR', effectiveFrom: '2026-01-01' }],
  'POST /Reports/Query': reported(name),
});

const pages: NamedPage[] = [
  { Page: ProjectPage, path: `/projects/${id}`, route: '/projects/$id', answers: things },
  { Page: ProjectPage, path: `/projects/${id}?tab=team`, route: '/projects/$id', answers: things },
  { Page: ClientPage, path: `/clients/${id}`, route: '/clients/$id', answers: things },
  { Page: ActivityPage, path: `/activities/${id}?tab=rates`, route: '/activities/$id', answers: things },
  { Page: PersonPage, path: '/team/m1', route: '/team/$id', answers: things },
  {
    Page: ApprovalsPage,
    path: '/approvals',
    answers: (name) => ({ 'GET /TimeSheet/GetPendingTimesheets': [week(name)] }),
  },
  {
    Page: DashboardPage,
    path: '/dashboard',
    answers: (name) => ({
      'GET /TimeSheet/GetPendingTimesheets': [week(name)],
      'GET /TimeSheet/Weeks': [],
      'GET /TimeSheet/Missing': [],
      'GET /Projects/SearchAllProjects': { items: [], total: 0, page: 1, size: 200 },
      'GET /Projects/Picker': [
        {
          ...project(name),
          activityID: other,
          activityName: name,
          isFavourite: true,
          lastUsedDate: today(),
        },
      ],
      // Last: one project by its id is asked for by nothing above.
      ...things(name),
    }),
  },
  {
    Page: ProgramsPage,
    path: '/settings/programs',
    answers: (name) => ({
      'GET /Tokens': [
        { tokenID: id, name, scopes: ['read'], expiresAt: null, lastUsedAt: null, revokedAt: null },
      ],
      'GET /Calendar': { isActive: false },
      'GET /Webhooks': [
        {
          webhookID: id,
          url: `https://example.com/${encodeURIComponent(name)}`,
          events: ['entry.saved'],
          isActive: true,
          failuresInARow: 0,
          disabledReason: name,
          version: 1,
        },
      ],
    }),
  },
  {
    Page: LogPage,
    path: '/settings/log',
    answers: (name) => ({
      'GET /TeamMember/GetTeam/:id': [person(name)],
      'GET /Audit': [
        {
          id: 'a1',
          at: '2026-11-20T10:00:00.000Z',
          actorName: name,
          actorKind: 'member',
          entity: 'project',
          entityID: id,
          action: 'changed',
          before: { projectName: 'Website' },
          after: { projectName: name },
          names: {},
        },
      ],
    }),
  },
  {
    Page: RulesPage,
    path: '/settings/rules',
    answers: (name) => ({ 'GET /Workspace/Holidays': [{ date: today(), name }] }),
  },
  {
    Page: DataPage,
    path: '/settings/data',
    answers: (name) => ({
      'GET /Workspace/Retention': {
        months: 36,
        beginsAt: '2999-01-01T12:00:00.000Z',
        setAt: '2998-12-02T12:00:00.000Z',
        setByName: name,
        version: 1,
      },
    }),
  },
  {
    Page: ImportPage,
    path: '/settings/import',
    answers: (name) => ({
      'GET /Imports': [
        {
          importID: id,
          fileName: `${name}.csv`,
          system: 'toggl',
          status: 'done',
          error: null,
          counts: { created: 40 },
          longWorkID: null,
          isUnderWay: false,
          createdAt: new Date().toISOString(),
          finishedAt: new Date().toISOString(),
          undoneAt: null,
        },
      ],
    }),
  },
  {
    Page: SettingsPage,
    path: '/settings',
    answers: (name) => ({
      'GET /TeamMember/:id': person(name),
      'GET /TeamMember/:id/Preferences': {},
      'GET /LongWork': [],
    }),
  },
];

/** Sixty characters, of words and of one word. */
const NAMES = {
  'sixty characters': 'Hafenverwaltung Nord, Umbau der Anlegestellen, Bauabschnitt 2',
  'sixty letters without a gap': 'Hafenverwaltungsneubauanlegestellenbauabschnittsnummernliste',
  'a script from right to left': 'תכנון ובנייה — שלב ב׳',
};

/** Whether something around it scrolls or cuts it off. */
function isScrolled(element: Element): boolean {
  const around = element.parentElement;
  if (!around || around === document.body) return false;
  return getComputedStyle(around).overflowX !== 'visible' || isScrolled(around);
}

/** What makes the page wider than its window: the innermost, with the beginning of its text. */
function beyondTheEdge(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth && !isScrolled(element),
  );
  return wide
    .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    .map((element) => `${element.localName}.${element.className}: ${element.textContent.slice(0, 40)}`);
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until nothing is on its way to the page any more, nor from an answer onto the screen. */
async function allIsDrawn(isAsking: () => boolean): Promise<void> {
  const isStill = () => !isAsking() && document.querySelector(`[aria-busy=true], .${skeleton.row}`) === null;
  const staysStill = async () => {
    const before = isStill();
    await frame();
    await frame();
    return before && isStill();
  };
  await expect.poll(staysStill).toBe(true);
}

describe.each(Object.entries(NAMES))('a name of %s', (_, name) => {
  test.each(pages)('makes $path no wider than a phone, and stands there in full', async (row) => {
    // What the application leaves to a page on a phone.
    await page.viewport(358, 844);
    onTestFinished(() => page.viewport(414, 896));
    const { Page, path, route, answers } = row;
    const { isAsking } = await openPage(Page, {
      answers: answers(name) as Answers,
      start: { ...startOf({ firstName: name, lastName: '' }, settings), name },
      path,
      ...(route ? { route } : {}),
    });
    const values = () =>
      [...document.querySelectorAll<HTMLInputElement>('main input, input')]
        .map(({ value }) => value)
        .join(' ');
    await expect.poll(() => `${document.body.textContent} ${values()}`).toContain(name);
    await allIsDrawn(isAsking);
    expect(beyondTheEdge()).toEqual([]);
  });
});
