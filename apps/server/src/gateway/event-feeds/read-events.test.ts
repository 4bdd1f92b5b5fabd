import { describe, expect, test } from 'vitest';
import { calendarOf, eventOf, outlookZone } from './calendars.fixture.ts';
import { readApart } from './read-apart.ts';
import { type ReadEvent, readEvents } from './read-events.ts';

const window = { from: '2026-10-01', to: '2026-12-31', timeZone: 'Europe/Zurich' };
const read = (...events: string[][]) => readEvents(calendarOf(...events), window).events;
const timesOf = ({ workDate, startedAt, endedAt }: ReadEvent) => [workDate, startedAt, endedAt];

describe('the time of an event', () => {
  const nine = ['2026-11-16', '2026-11-16T08:00:00.000Z', '2026-11-16T09:30:00.000Z'];

  test.each([
    ['in UTC', [], ['DTSTART:20261116T080000Z', 'DTEND:20261116T093000Z']],
    [
      'in a zone by its name',
      [],
      ['DTSTART;TZID=Europe/Berlin:20261116T090000', 'DTEND;TZID=Europe/Berlin:20261116T103000'],
    ],
    [
      'in a zone by its rules',
      outlookZone,
      [
        'DTSTART;TZID=W. Europe Standard Time:20261116T090000',
        'DTEND;TZID=W. Europe Standard Time:20261116T103000',
      ],
    ],
    ['without a zone: the clock of the person', [], ['DTSTART:20261116T090000', 'DURATION:PT1H30M']],
    [
      'in a zone that nobody knows: the same',
      [],
      ['DTSTART;TZID=Mars/Olympus:20261116T090000', 'DURATION:PT1H30M'],
    ],
  ])('%s', (_, zone, lines) => {
    expect(read(zone, eventOf('UID:1', ...lines)).map(timesOf)).toEqual([nine]);
  });

  test('of a whole day, and of several', () => {
    const found = read(
      eventOf('UID:1', 'DTSTART;VALUE=DATE:20261116', 'SUMMARY:Fair'),
      eventOf('UID:2', 'DTSTART;VALUE=DATE:20261229', 'DTEND;VALUE=DATE:20270103', 'SUMMARY:Holidays'),
    );
    expect(found.map(({ title, ...event }) => [title, ...timesOf(event as ReadEvent)])).toEqual([
      ['Fair', '2026-11-16', null, null],
      ['Holidays', '2026-12-29', null, null],
      ['Holidays', '2026-12-30', null, null],
      ['Holidays', '2026-12-31', null, null],
    ]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(4);
  });
});

describe('a series', () => {
  const weekly = [
    'UID:weekly',
    'SUMMARY:Stand-up',
    'DTSTART;TZID=Europe/Zurich:20261005T090000',
    'DTEND;TZID=Europe/Zurich:20261005T091500',
    'RRULE:FREQ=WEEKLY;COUNT=6',
  ];

  test('keeps the clock over a change of it, without what is taken out', () => {
    const found = read(eventOf(...weekly, 'EXDATE;TZID=Europe/Zurich:20261012T090000'));
    expect(found.map(({ startedAt }) => startedAt)).toEqual([
      '2026-10-05T07:00:00.000Z',
      '2026-10-19T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
      '2026-11-09T08:00:00.000Z',
    ]);
  });

  test('has one that is moved at its new time under its old key, and none that is cancelled', () => {
    const before = read(eventOf(...weekly));
    const after = read(
      eventOf(...weekly),
      eventOf(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Zurich:20261012T090000',
        'DTSTART;TZID=Europe/Zurich:20261013T140000',
        'DTEND;TZID=Europe/Zurich:20261013T150000',
        'SUMMARY:Stand-up, moved',
      ),
      eventOf(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Zurich:20261019T090000',
        'DTSTART;TZID=Europe/Zurich:20261019T090000',
        'STATUS:CANCELLED',
      ),
    );
    const second = before[1];
    expect(after.find(({ key }) => key === second?.key)).toMatchObject({
      title: 'Stand-up, moved',
      workDate: '2026-10-13',
      endedAt: '2026-10-13T13:00:00.000Z',
    });
    expect(after).toHaveLength(5);
    expect(new Set(before.map(({ key }) => key.split('.')[0])).size).toBe(1);
  });
});

test('a single event keeps its key when it is moved; what is cancelled, no time or outside is left out', () => {
  const at = (hour: string) => eventOf('UID:one', `DTSTART:20261116T${hour}0000Z`, 'DURATION:PT1H');
  expect(read(at('08'))[0]?.key).toBe(read(at('15'))[0]?.key);
  expect(
    read(
      eventOf('UID:a', 'DTSTART:20261116T080000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
      eventOf('UID:b', 'DTSTART:20261116T080000Z', 'DTEND:20261116T080000Z'),
      eventOf('UID:c', 'DTSTART:20200116T080000Z', 'DURATION:PT1H'),
      eventOf('UID:d'),
    ),
  ).toEqual([]);
});

test('of more events than are kept those nearest to the middle stay, in order, and the others are counted', () => {
  const hourly = ['one', 'two'].map((uid) =>
    eventOf(
      `UID:${uid}`,
      'DTSTART:20261001T000000Z',
      'DURATION:PT15M',
      'RRULE:FREQ=HOURLY;UNTIL=20261230T230000Z',
    ),
  );
  const { events, leftOut } = readEvents(calendarOf(...hourly), window);
  const days = events.map(({ workDate }) => workDate);
  expect([events.length, leftOut]).toEqual([3000, 2 * 24 * 91 - 3000]);
  expect([days.at(0), days.at(-1)]).toEqual(['2026-10-15', '2026-12-16']);
  expect(days).toEqual(days.toSorted());
});

test('a title is one line of at most 200 letters', () => {
  const [event] = read(
    eventOf('UID:1', 'DTSTART:20261116T080000Z', 'DURATION:PT1H', `SUMMARY:A\\nB${'x'.repeat(300)}`),
  );
  expect(event?.title.startsWith('A Bx')).toBe(true);
  expect(event?.title).toHaveLength(200);
});

describe('a calendar that means harm', () => {
  const endless = eventOf('UID:1', 'DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY');

  test('with an event every second since 1970 ends after so many steps', () => {
    expect(read(endless)).toEqual([]);
  });

  test('with more events than anybody can count is read as far as a hundred thousand', () => {
    const lastsYears = (uid: number) =>
      eventOf(`UID:${uid}`, 'DTSTART:20240101T080000Z', 'DURATION:P365D', 'RRULE:FREQ=DAILY');
    const { events, leftOut } = readEvents(calendarOf(...[1, 2, 3, 4].map(lastsYears)), window);
    expect([events.length, leftOut]).toEqual([3000, 97_000]);
  });

  test('with a rule that nothing fulfils is given up, and another one is read', async () => {
    const never = eventOf('UID:1', 'DTSTART:20260101T000000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
    const gaveUp = await readApart(calendarOf(never), window, 2000);
    expect([
      { problem: 'too_complex' },
      { problem: 'not_calendar' },
      { events: [], leftOut: 0 },
    ]).toContainEqual(gaveUp);
    const fine = await readApart(
      calendarOf(eventOf('UID:1', 'DTSTART:20261116T080000Z', 'DURATION:PT1H')),
      window,
    );
    expect(fine).toMatchObject({ events: [{ workDate: '2026-11-16' }] });
  });

  test('that is none is told as such', async () => {
    for (const text of [
      '',
      '<!doctype html><title>Sign in</title>',
      'BEGIN:VCARD\r\nEND:VCARD\r\n',
      '\0'.repeat(5000),
    ])
      expect(await readApart(text, window)).toEqual({ problem: 'not_calendar' });
  });
});
