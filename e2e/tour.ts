import type { Page } from 'playwright-core';

/** Addresses that are made for the tour: each is a secret of its own. */
export type TourLinks = { share: string; invite: string };

/** One picture of the tour. */
export type TourScreen = {
  /** File name. */
  name: string;
  /** What the tour says of it. */
  words: string;
  /** The page as the route tables name it; several pictures may be of one. */
  page: string;
  /** Where it is, if that is not the page's own path; `{workday}` is the last day on which people have worked. */
  path?: string;
  /** The workspace's owner in the workspace, or on the main domain; somebody without a workspace; or nobody who is known. */
  as: 'owner' | 'owner at home' | 'beginner' | 'stranger';
  /** Goes to the first thing of a list: the address its links begin with. */
  first?: string;
  /** Of the thing that is opened. */
  part?: string;
  link?: keyof TourLinks;
  /** Opens what the picture is of. */
  open?: (page: Page) => Promise<void>;
  /** Shown on the public pages as well. */
  isPublic?: true;
};

type Titled = readonly [name: string, words: string];
type More = Partial<Omit<TourScreen, 'name' | 'words'>>;

const screenAs =
  (as: TourScreen['as']) =>
  (page: string, [name, words]: Titled, more: More = {}): TourScreen => ({ name, words, page, as, ...more });

const inWorkspace = screenAs('owner');
const atHome = screenAs('owner at home');
const byBeginner = screenAs('beginner');
const byStranger = screenAs('stranger');

const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** The tour, chapter by chapter. */
export const chapters: readonly (readonly [title: string, screens: readonly TourScreen[]])[] = [
  [
    'Recording time',
    [
      inWorkspace('/time', ['week', 'The week: rows by client, hours by day, the billable share below.'], {
        path: '/time?view=week',
      }),
      inWorkspace('/time', ['day', 'The day: a list, and a line that understands what is typed.'], {
        path: '/time?view=day&day={workday}',
        isPublic: true,
      }),
      inWorkspace('/time', ['calendar', 'The calendar: hours on the clock, drawn and moved.'], {
        path: '/time?view=calendar',
      }),
      inWorkspace('/time', ['palette', 'One line to go anywhere or do anything.'], {
        open: press('Control+k'),
      }),
      inWorkspace('/time', ['keys', 'The keys, each of which can be another one.'], { open: press('?') }),
      inWorkspace('/time', ['help', 'What the page that is open is for.'], {
        open: (page) => page.getByRole('button', { name: 'Help' }).click(),
      }),
      inWorkspace('/dashboard', ['dashboard', 'The dashboard: own time, and what waits for whoever leads.']),
    ],
  ],
  [
    'Approvals and reports',
    [
      inWorkspace('/approvals', ['approvals', 'Approvals: what waits on the left, the week beside it.'], {
        isPublic: true,
      }),
      inWorkspace('/reports', ['reports', 'Reports: one chart, one table, one sentence.'], {
        path: '/reports?money=1',
        isPublic: true,
      }),
      inWorkspace('/reports', ['report-pivot', 'The same time as a table by day.'], {
        path: '/reports?kind=pivot&by=project&range=thisMonth',
      }),
      inWorkspace('/reports', ['report-profitability', 'What was earned, and what it cost.'], {
        path: '/reports?kind=profitability&by=project&range=thisMonth',
      }),
      inWorkspace('/reports', ['report-utilisation', 'Who has worked how much of what is expected.'], {
        path: '/reports?kind=utilisation&by=person&range=thisMonth',
      }),
      inWorkspace('/reports', ['report-budget', 'Budgets, and how much of them is left.'], {
        path: '/reports?kind=budget',
      }),
      inWorkspace('/reports', ['report-export', 'A report becomes a file.'], {
        path: '/reports?range=thisMonth',
        open: (page) => page.getByRole('button', { name: 'Export', exact: true }).click(),
      }),
      byStranger('/share', ['share', 'A report for people outside, by its link.'], { link: 'share' }),
    ],
  ],
  [
    'What time is recorded on, and who records it',
    [
      inWorkspace('/projects', ['projects', 'Projects with their budgets.']),
      inWorkspace('/projects/$id', ['project', 'A project: hours, budget and forecast.'], {
        path: '/projects?q=Customer%20portal',
        first: '/projects/',
      }),
      inWorkspace('/projects/$id', ['project-team', 'Who works on it, and what an hour is billed at.'], {
        path: '/projects?q=Customer%20portal',
        first: '/projects/',
        part: 'Team and rates',
      }),
      inWorkspace('/projects/$id', ['project-settings', 'Its budget, dates, people and activities.'], {
        path: '/projects?q=Customer%20portal',
        first: '/projects/',
        part: 'Settings',
      }),
      inWorkspace('/clients', ['clients', 'Clients.']),
      inWorkspace('/clients/$id', ['client', 'A client: its projects, hours by month, and a link for it.'], {
        path: '/clients',
        first: '/clients/',
      }),
      inWorkspace('/activities', ['activities', 'Activities, in their order and with their use.']),
      inWorkspace('/activities/$id', ['activity', 'An activity: where it is used, and its rates.'], {
        path: '/activities',
        first: '/activities/',
      }),
      inWorkspace('/team', ['team', 'The team, its roles and invitations.']),
      inWorkspace('/team/$id', ['person', 'A person: weeks, projects and rates by date.'], {
        path: '/team',
        first: '/team/',
      }),
    ],
  ],
  [
    'Settings',
    [
      inWorkspace('/settings', ['settings', 'Settings of the workspace and of oneself.']),
      inWorkspace('/settings/rules', ['rules', 'Rules for time: fields, approvals, lock date, holidays.']),
      inWorkspace('/settings/sign-in', ['sign-in-settings', 'How people sign in to this workspace.']),
      inWorkspace('/settings/programs', ['programs', 'Tokens, the calendar address and webhooks.']),
      inWorkspace('/settings/import', ['import', 'Hours of another program, looked at before they come.']),
      inWorkspace('/settings/data', ['data', 'What is kept, for how long, and how it leaves.']),
      inWorkspace('/settings/log', ['log', 'The audit log.']),
      inWorkspace('/billing', ['billing', 'The plan, and what it costs.']),
    ],
  ],
  [
    'Signing in, and a workspace of one’s own',
    [
      byStranger('/signin', ['sign-in', 'Signing in.']),
      byStranger('/signup', ['sign-up', 'Signing up.']),
      byStranger('/password-reset/new', ['password-reset', 'A new password, by mail.']),
      byBeginner('/select-region', ['select-region', 'Where the data of a new workspace lives.']),
      byBeginner('/create-new-workspace', ['create-workspace', 'Its name, and the address that follows.'], {
        open: (page) => page.getByLabel('Workspace name').fill('Harbour & Söhne'),
      }),
      atHome('/welcome', ['welcome', 'Three things to begin with.'], {
        path: '/welcome?workspace=harbour-studio',
      }),
      byStranger('/invite', ['invite', 'An invitation.'], { link: 'invite' }),
      atHome('/', ['workspaces', 'Which workspace?']),
      atHome('/account', ['account', 'The own account: sign-in, second factor, sessions, data.']),
      atHome('/archive-workspace', ['archive-workspace', 'Archiving a workspace, and bringing it back.'], {
        path: '/archive-workspace?workspace=harbour-studio',
      }),
    ],
  ],
  [
    'Public pages',
    [
      byStranger('/home', ['home', 'The front page.']),
      byStranger('/features', ['features', 'What it does.']),
      byStranger('/plans-and-pricing', ['plans-and-pricing', 'What it costs.']),
      byStranger('/comparison', ['comparison', 'Beside other trackers, with a date.']),
      byStranger('/whats-new', ['whats-new', 'What is new.']),
      byStranger('/security', ['security', 'How accounts and time are kept safe.']),
      byStranger('/about', ['about', 'What a stint is.']),
      byStranger('/contact-us', ['contact', 'A message to the people who run it.']),
      byStranger('/no-such-page', ['not-found', 'An address that nothing has.']),
    ],
  ],
  [
    'On one’s own machine, to try it',
    [
      byStranger('/outbox', ['outbox', 'What would have been mailed.']),
      byStranger('/latchkey/gallery', ['gallery', 'Every state of the sign-in.']),
    ],
  ],
];

/** Pages without a picture, and why. */
export const unpictured: Readonly<Record<string, string>> = {
  '/auth': 'leads on to the week at once',
  '/signin-to-signup': 'leads on to signing up',
  '/continue-signup': 'leads on to the step where somebody stopped',
  '/your-name': 'is asked where a way in told no name',
  '/reset': 'is opened from a mail',
  '/email-verification': 'is opened from a mail',
  '/unsubscribe': 'is opened from a mail',
  '/contact': 'says the same as the page with the form',
  '/privacy-policy': 'is text alone',
  '/terms-of-service': 'is text alone',
  '/cancellation-and-refund-policy': 'is text alone',
};
