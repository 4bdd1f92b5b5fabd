import type { ThingPath, WorkspacePath } from '@stint/domain/pages.ts';

/** What each page is for, in a sentence or two; a page without one does not compile. */
const pages: Record<WorkspacePath | ThingPath, string> = {
  '/time':
    'Type hours as 7:30, 7.5 or 450m into the week; they are saved as you go. Submit the week when it is complete, or start the timer above and let it write the entry.',
  '/dashboard':
    'What needs you today: your hours against what is expected, weeks that wait for a decision, and budgets that are nearly used up. Every figure leads to the report behind it.',
  '/approvals':
    'Weeks that wait for your decision. Read one, then approve it, or disapprove it with a reason; under “Not submitted” you remind people.',
  '/reports':
    'Choose a time, what to group by and what to leave out. The sentence above the table says what you see; save the report, share it by a link, or export it.',
  '/projects':
    'What people record time on. A name leads to the page of the project with its budget, people and settings; the filter and the order are part of the address, so that a link shows the same.',
  '/clients':
    'Whom projects are done for. The client says in which currency its projects are billed, and at what rate where a project has none.',
  '/activities':
    'The kinds of work that people choose from, in this order. Drag one by its grip to move it, or merge two that mean the same.',
  '/team':
    'The people of this workspace, what they may do and who approves their weeks. A placeholder is somebody who does not sign in; their time can go to a member later.',
  '/settings': 'Your profile, how things look, and which mails you get; below, the basics of the workspace.',
  '/settings/rules':
    'What counts for everybody: approval, what an entry needs, which days are locked, expected hours and holidays.',
  '/settings/programs':
    'Tokens for scripts, the address for your calendar, and webhooks that tell other programs what happens here.',
  '/settings/data':
    'How long recorded time is kept, and the ways in and out. Before old time is removed every owner is told, 30 days ahead.',
  '/settings/log': 'Who changed what, and when. It is kept for 400 days and cannot be edited.',
  '/settings/import':
    'Bring time from another tracker or a spreadsheet. You see what will be created before anything is, and can undo it for 30 days.',
  '/settings/sign-in':
    'How people of this workspace sign in: methods, a second factor, and your own sign-in provider.',
  '/billing': 'The plan, its seats and invoices. Reading and exporting stay open whatever happens here.',
  '/projects/$id':
    'How far the project is, who worked on it and what it is billed at. Under “Settings” you set budget, dates and people.',
  '/clients/$id': 'The projects of a client, its hours month by month, and what can be billed this year.',
  '/activities/$id':
    'The hours of an activity month by month, and its rates: each takes effect on a day, and says first what it changes.',
  '/team/$id':
    'The hours of a person, their weeks and projects. Rates take effect on a day, and say first what they change.',
};

/** Texts of the help. */
export const text = {
  title: 'Help',
  here: 'On this page',
  keys: 'Keyboard shortcuts',
  news: 'What is new',
  contact: 'Ask us',
  pages,
};
