import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type FileChoices, type NamedLine, type RefusedLine, readFile } from './read-file.ts';

const ZURICH: FileChoices = { timeZone: 'Europe/Zurich' };

export function sample(name: string): Uint8Array {
  return readFileSync(new URL(`../samples/${name}`, import.meta.url));
}

async function read(bytes: Uint8Array, choices: FileChoices = ZURICH) {
  const lines: NamedLine[] = [];
  const refused: RefusedLine[] = [];
  const facts = await readFile(bytes, choices, {
    line: (line) => lines.push(line),
    refused: (line) => refused.push(line),
  });
  return { facts, lines, refused };
}

const short = ({ workDate, minutes, project, client, activity, person }: NamedLine) =>
  [workDate, minutes, [client, project, activity].filter(Boolean).join(' › '), person].join(' | ');

/** Files as each program writes them, with what has to come out. */
const files: [
  file: string,
  format: string,
  facts: Record<string, unknown>,
  lines: string[],
  refused?: string[],
][] = [
  [
    'toggl-detailed.csv',
    'Toggl Track detailed report',
    { minutes: 273, currencies: ['EUR'], encoding: 'utf-8', dateOrder: 'ymd', clock: 24 },
    [
      '2026-02-02 | 90 | Acme › Website › Design | Ada Byron',
      '2026-02-02 | 18 | Acme › Website › Design | Ada Byron',
      '2026-02-03 | 165 |  | Max Born',
    ],
  ],
  [
    'toggl-stop.csv',
    'Toggl Track time entries',
    { minutes: 95, encoding: 'utf-8', dateOrder: 'ymd' },
    ['2026-02-05 | 65 | Website | ', '2026-02-05 | 30 | Website | '],
  ],
  [
    'clockify-us.csv',
    'Clockify detailed report',
    { minutes: 150, dateOrder: 'mdy', clock: 12, currencies: ['USD'] },
    ['2026-02-13 | 90 | Acme › Website › Design | Ada Byron', '2026-02-14 | 60 | Acme › Website | Max Born'],
  ],
  [
    'clockify-types.csv',
    'Clockify detailed report',
    { minutes: 80, dateOrder: 'dmy', clock: 24 },
    ['2026-04-29 | 80 | Acme › Website › Design | Ada Byron'],
  ],
  [
    'clockify-german.csv',
    'Clockify detailed report',
    { minutes: 492, dateOrder: 'dmy', separator: ';', currencies: ['CHF'] },
    ['2026-02-13 | 492 | Müller AG › Brücke › Prüfung | Jürg Käser'],
  ],
  [
    'harvest.csv',
    'Harvest detailed time report',
    { minutes: 1280, decimal: ',', dateOrder: 'ymd' },
    [
      '2026-02-02 | 80 | Acme › Website › Design | Ada Byron',
      '2026-02-03 | 1200 | Acme › Website › Design | Max Born',
    ],
  ],
  [
    'kimai-classic.csv',
    'Kimai timesheet export',
    { minutes: 270, style: 'seconds' },
    ['2026-02-02 | 90 | Acme › Website › Design | ada', '2026-02-02 | 180 | Acme › Website › Support | max'],
  ],
  [
    'kimai-current.csv',
    'Kimai timesheet export',
    { minutes: 90, style: 'hours' },
    ['2026-02-02 | 90 | Acme › Website › Design | Ada Byron'],
    ['line 3, Duration: negative (-1:30)'],
  ],
  [
    'kimai.json',
    'Kimai timesheet export',
    { minutes: 150, style: 'seconds' },
    ['2026-02-02 | 90 | Acme › Website › Design | Ada Byron', '2026-02-03 | 60 | 3 › 5 | 7'],
  ],
  [
    'solidtime-entries.csv',
    'solidtime time entries',
    { minutes: 90 },
    ['2026-02-02 | 90 | Acme › Website › Design | Ada Byron'],
  ],
  [
    'solidtime-report.csv',
    'solidtime report',
    { minutes: 90 },
    ['2026-02-02 | 90 | Acme › Website › Design | Ada Byron'],
  ],
  [
    'timetagger.csv',
    'TimeTagger report',
    { minutes: 90 },
    ['2026-02-02 | 45 | acme website | ada', '2026-02-03 | 45 | acme website | ada'],
  ],
  [
    'stint.csv',
    'Stint entries',
    { minutes: 110, style: 'minutes' },
    ['2026-02-02 | 80 | Acme › Website › Design | Ada Byron', '2026-02-03 | 30 | Website | Ada Byron'],
  ],
];

describe('files of other programs', () => {
  test.each(files)('%s is read as %s', async (...row) => {
    const [file, format, expected, wanted, refusals = []] = row;
    const { facts, lines, refused } = await read(sample(file));
    expect(facts.formatName).toBe(format);
    const { evidence, encoding, separator, minutes, currencies } = facts;
    const found = {
      minutes,
      currencies,
      separator,
      encoding: encoding?.value,
      dateOrder: evidence.dateOrder.value,
      clock: evidence.clock.value,
      decimal: evidence.decimal.value,
      style: evidence.style.value,
    };
    expect(found).toMatchObject(expected);
    expect(lines.map(short)).toEqual(wanted);
    expect(
      refused.map(({ line, code, column, value }) => `line ${line}, ${column}: ${code} (${value})`),
    ).toEqual(refusals);
  });

  test('text in cells stays what it was: quotes, line ends, backslashes, marks against formulas', async () => {
    const toggl = await read(sample('toggl-detailed.csv'));
    expect(toggl.lines.map(({ comment, line }) => [line, comment])).toEqual([
      [2, 'Logo, first draft'],
      [3, 'He said "ship it"\nand then \\we did\\ 🚀'],
      [5, 'Night shift'],
    ]);
    expect(toggl.lines[0]?.tags).toEqual(['review', 'logo']);
    const kimai = await read(sample('kimai-current.csv'));
    expect(kimai.lines[0]?.comment).toBe('=SUM(A1)');
    const own = await read(sample('stint.csv'));
    expect(own.lines[0]?.comment).toBe('=not a formula');
  });

  test('times go by the zone that was chosen, instants by their own', async () => {
    const clockify = await read(sample('clockify-types.csv'));
    expect(new Date(clockify.lines[0]?.startedAt ?? 0).toISOString()).toBe('2026-04-29T12:00:00.000Z');
    const solidtime = await read(sample('solidtime-entries.csv'), { timeZone: 'Asia/Tokyo' });
    expect(new Date(solidtime.lines[0]?.startedAt ?? 0).toISOString()).toBe('2026-02-02T08:00:00.000Z');
    const night = await read(sample('toggl-stop.csv'));
    expect(night.lines[1]).toMatchObject({ workDate: '2026-02-05', minutes: 30 });
  });

  test('a night on which the clock is put forward has an hour less', async () => {
    const file =
      'Project,Start date,Start time,Stop date,Stop time\nWebsite,2026-03-28,23:00:00,2026-03-29,04:00:00\n';
    expect((await read(strToU8(file))).lines[0]?.minutes).toBe(240);
  });

  test('any table is read by the columns that somebody chose', async () => {
    const { facts, lines } = await read(sample('any-table.csv'), {
      ...ZURICH,
      columns: { date: 0, person: 1, client: 2, project: 3, duration: 4 },
    });
    expect([facts.system, facts.separator, facts.evidence.dateOrder]).toEqual([
      'table',
      '|',
      { value: 'mdy', isSure: true, seen: { line: 4, text: '03/20/2026' } },
    ]);
    expect(lines.map(short)).toEqual([
      '2026-03-01 | 90 | Acme › Website | Ada',
      '2026-03-20 | 45 | Acme › Website | Ada',
    ]);
  });

  test('the zip of a solidtime organisation', async () => {
    const zip = zipSync({
      'meta.json': strToU8('{"version":"1.0"}'),
      'clients.csv': strToU8('id,name\nc1,Acme\nc2,Idle\n'),
      'projects.csv': strToU8('id,name,client_id\np1,Website,c1\n'),
      'tasks.csv': strToU8('id,name,project_id\nt1,Design,p1\n'),
      'tags.csv': strToU8('id,name\ng1,review\n'),
      'members.csv': strToU8('id,name,email\nm1,Ada Byron,ADA@example.test\n'),
      'time_entries.csv': strToU8(
        'id,description,start,end,billable,member_id,project_id,task_id,tags\ne1,Logo,2026-02-02T08:00:00Z,2026-02-02T09:30:00Z,true,m1,p1,t1,"[""g1""]"\n',
      ),
    });
    const { facts, lines } = await read(zip);
    expect(facts).toMatchObject({ kind: 'zip', formatName: 'solidtime organisation', minutes: 90 });
    expect(facts.catalogue.clients).toEqual(['Acme', 'Idle']);
    expect(lines.map(short)).toEqual(['2026-02-02 | 90 | Acme › Website › Design | Ada Byron']);
    expect(lines[0]).toMatchObject({ email: 'ada@example.test', tags: ['review'] });
  });

  test('the zip of a Toggl workspace brings names and no time', async () => {
    const zip = zipSync({
      'clients.json': strToU8('[{"id":5,"name":"Acme"}]'),
      'projects.json': strToU8('[{"id":1,"name":"Website","client_id":5,"active":true}]'),
      'tags.json': strToU8('[{"name":"review"}]'),
      'workspace_users.json': strToU8('[{"name":"Ada Byron","email":"Ada@example.test"}]'),
      'tasks/1.json': strToU8('[{"name":"Design"}]'),
    });
    const { facts, lines } = await read(zip);
    expect(lines).toEqual([]);
    expect(facts.catalogue).toEqual({
      clients: ['Acme'],
      projects: [{ client: 'Acme', project: 'Website' }],
      people: [{ person: 'Ada Byron', email: 'ada@example.test' }],
      activities: ['Design'],
      tags: ['review'],
    });
  });

  test('a list of projects brings clients and projects', async () => {
    const { facts } = await read(
      strToU8('Project,Client,Status,Tasks,Tracked (h)\nWebsite,Acme,Active,"Design, Support",12\n'),
    );
    expect(facts.catalogue).toMatchObject({
      clients: ['Acme'],
      projects: [{ client: 'Acme', project: 'Website' }],
      activities: ['Design', 'Support'],
    });
  });
});
