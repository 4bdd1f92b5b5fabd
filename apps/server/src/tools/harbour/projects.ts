export type ClientPlan = {
  key: string;
  name: string;
  code: string;
  contact: string;
  email: string;
  currency: string;
};
export type ProjectPlan = {
  key: string;
  name: string;
  code: string;
  client: string | null;
  type: 'Time & materials' | 'Fixed fee' | 'Retainer' | 'Non-billable/internal';
  /** Months from the beginning between which people work on it. */
  from: number;
  until: number;
  manager: string;
  /** Who works on it, with how much of the week. */
  staff: Readonly<Record<string, number>>;
  /** Minor units an hour, or none. */
  rate: number | null;
  budgetHours: number | null;
  color: string;
  comments: Readonly<Record<string, readonly string[]>>;
};

export const clients: readonly ClientPlan[] = [
  {
    key: 'northwind',
    name: 'Northwind Ferries',
    code: 'NWF',
    contact: 'Karin Dahl',
    email: 'karin.dahl@northwind-ferries.example',
    currency: 'EUR',
  },
  {
    key: 'lumen',
    name: 'Lumen Museum',
    code: 'LUM',
    contact: 'Tomás Rivera',
    email: 'tomas@lumen-museum.example',
    currency: 'EUR',
  },
  {
    key: 'tidewater',
    name: 'Tidewater Bank',
    code: 'TWB',
    contact: 'Grace Whitfield',
    email: 'grace.whitfield@tidewater-bank.example',
    currency: 'EUR',
  },
  {
    key: 'oakline',
    name: 'Oakline Furniture',
    code: 'OAK',
    contact: 'Pieter Jansen',
    email: 'pieter@oakline.example',
    currency: 'EUR',
  },
];

export const activities: readonly { name: string; isBillable: boolean; color: string }[] = [
  { name: 'Design', isBillable: true, color: '#6b4de6' },
  { name: 'Development', isBillable: true, color: '#0f7b8a' },
  { name: 'Research', isBillable: true, color: '#a24a00' },
  { name: 'Testing', isBillable: true, color: '#2f6f3e' },
  { name: 'Writing', isBillable: true, color: '#8a3b6e' },
  { name: 'Client meeting', isBillable: true, color: '#1f5fa8' },
  { name: 'Project management', isBillable: true, color: '#5b5f97' },
  { name: 'Support', isBillable: true, color: '#9a5b13' },
  { name: 'Team meeting', isBillable: false, color: '#68707d' },
  { name: 'Learning', isBillable: false, color: '#4d7c0f' },
  { name: 'Administration', isBillable: false, color: '#57534e' },
  { name: 'Vacation', isBillable: false, color: '#0e7490' },
  { name: 'Sick leave', isBillable: false, color: '#b42318' },
];

const design = [
  'Wireframes for the new flow',
  'Second round after feedback',
  'Icons and empty states',
  'Colour contrast fixes',
  'Prototype for Thursday',
  'Handed over to development',
];
const develop = [
  'Form validation',
  'Fixed the layout on small screens',
  'API for search',
  'Review of open branches',
  'Import of the old data',
  'Faster start page',
  'Deployed to staging',
  '',
];
const testing = [
  'Regression round',
  'Keyboard and screen reader pass',
  'Retest of closed tickets',
  'Tried it on old phones',
];
const meeting = ['Weekly call', 'Sprint review', 'Walk-through with the client', 'Questions about scope'];
const manage = ['Planned the next two weeks', 'Status report', 'Estimate for the change request', ''];
const research = [
  'Interviews, three people',
  'Notes and findings',
  'Compared five competitors',
  'Survey evaluation',
];
const support = [
  'Tickets of the day',
  'Password mails did not arrive',
  'Explained the export',
  'Hotfix and follow-up',
];
const writing = ['Product texts', 'Error messages', 'Edited after review', 'Translation check'];

const all = {
  Design: design,
  Development: develop,
  Testing: testing,
  'Client meeting': meeting,
  'Project management': manage,
  Research: research,
  Support: support,
  Writing: writing,
} as const;

/** Work that has no end yet. */
const onGoing = 99;

type Row = Omit<ProjectPlan, 'comments'>;

const rows: readonly Row[] = [
  {
    key: 'booking',
    name: 'Booking site redesign',
    code: 'NWF-1',
    client: 'northwind',
    type: 'Time & materials',
    from: 0,
    until: 11,
    manager: 'priya',
    staff: { priya: 4, mei: 5, sofia: 5, theo: 4, ines: 2, olivia: 1 },
    rate: 11500,
    budgetHours: 4200,
    color: '#6b4de6',
  },
  {
    key: 'app',
    name: 'Ferry app',
    code: 'NWF-2',
    client: 'northwind',
    type: 'Time & materials',
    from: 8,
    until: onGoing,
    manager: 'jonas',
    staff: { jonas: 4, theo: 5, amir: 4, mei: 3, ruben: 3 },
    rate: 12000,
    budgetHours: 4000,
    color: '#0f7b8a',
  },
  {
    key: 'care',
    name: 'Care and support',
    code: 'NWF-3',
    client: 'northwind',
    type: 'Retainer',
    from: 10,
    until: onGoing,
    manager: 'jonas',
    staff: { amir: 3, ruben: 2, theo: 1 },
    rate: 9500,
    budgetHours: 900,
    color: '#9a5b13',
  },
  {
    key: 'brand',
    name: 'Brand refresh',
    code: 'NWF-4',
    client: 'northwind',
    type: 'Fixed fee',
    from: 0,
    until: 4,
    manager: 'priya',
    staff: { mei: 3, priya: 2 },
    rate: 11000,
    budgetHours: 420,
    color: '#8a3b6e',
  },
  {
    key: 'exhibition',
    name: 'Exhibition site',
    code: 'LUM-1',
    client: 'lumen',
    type: 'Fixed fee',
    from: 1,
    until: 8,
    manager: 'priya',
    staff: { ines: 4, mei: 2, daniel: 3, hannah: 2, priya: 2 },
    rate: 10500,
    budgetHours: 1500,
    color: '#a24a00',
  },
  {
    key: 'audio',
    name: 'Audio guide',
    code: 'LUM-2',
    client: 'lumen',
    type: 'Time & materials',
    from: 7,
    until: 16,
    manager: 'priya',
    staff: { hannah: 5, ines: 3, daniel: 3 },
    rate: 10500,
    budgetHours: 2100,
    color: '#1f5fa8',
  },
  {
    key: 'collection',
    name: 'Collection search',
    code: 'LUM-3',
    client: 'lumen',
    type: 'Time & materials',
    from: 13,
    until: onGoing,
    manager: 'jonas',
    staff: { daniel: 4, sofia: 3, ines: 2 },
    rate: 11000,
    budgetHours: 1600,
    color: '#2f6f3e',
  },
  {
    key: 'portal',
    name: 'Customer portal',
    code: 'TWB-1',
    client: 'tidewater',
    type: 'Time & materials',
    from: 0,
    until: onGoing,
    manager: 'marcus',
    staff: { marcus: 4, jonas: 4, daniel: 4, ruben: 4, sofia: 2, olivia: 2 },
    rate: 13500,
    budgetHours: 7200,
    color: '#5b5f97',
  },
  {
    key: 'system',
    name: 'Design system',
    code: 'TWB-2',
    client: 'tidewater',
    type: 'Time & materials',
    from: 5,
    until: onGoing,
    manager: 'priya',
    staff: { priya: 4, mei: 4, sofia: 2, hannah: 1 },
    rate: 12500,
    budgetHours: 3300,
    color: '#b42318',
  },
  {
    key: 'audit',
    name: 'Accessibility audit',
    code: 'TWB-3',
    client: 'tidewater',
    type: 'Fixed fee',
    from: 9,
    until: 12,
    manager: 'marcus',
    staff: { ruben: 3, ines: 3 },
    rate: 12000,
    budgetHours: 380,
    color: '#4d7c0f',
  },
  {
    key: 'shop',
    name: 'Online shop',
    code: 'OAK-1',
    client: 'oakline',
    type: 'Time & materials',
    from: 2,
    until: onGoing,
    manager: 'jonas',
    staff: { sofia: 4, theo: 3, jonas: 2, amir: 2, hannah: 2, olivia: 2 },
    rate: 10000,
    budgetHours: 4600,
    color: '#0e7490',
  },
  {
    key: 'catalogue',
    name: 'Catalogue',
    code: 'OAK-2',
    client: 'oakline',
    type: 'Fixed fee',
    from: 11,
    until: 17,
    manager: 'olivia',
    staff: { hannah: 3, mei: 1, olivia: 1 },
    rate: 9500,
    budgetHours: 700,
    color: '#57534e',
  },
  {
    key: 'studio',
    name: 'Studio',
    code: 'INT-1',
    client: null,
    type: 'Non-billable/internal',
    from: 0,
    until: onGoing,
    manager: 'olivia',
    staff: { olivia: 3, marcus: 2, priya: 1, jonas: 1 },
    rate: null,
    budgetHours: null,
    color: '#68707d',
  },
  {
    key: 'absence',
    name: 'Absence',
    code: 'INT-2',
    client: null,
    type: 'Non-billable/internal',
    from: 0,
    until: onGoing,
    manager: 'marcus',
    staff: {},
    rate: null,
    budgetHours: null,
    color: '#94a3b8',
  },
];

/** The fourteen projects; two of them are the studio's own. */
export const projects: readonly ProjectPlan[] = rows.map((row) => ({ ...row, comments: all }));
