import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAllAnew, askAnew, CONCERNED } from './changed.ts';

/**
 * First parts of keys of what no change is told about: it is the same for everybody, changes with a release alone, is the
 * provider's, or the person's own and read when it is shown.
 */
const UNTOLD = [
  'region',
  'roles',
  'content',
  'signIn',
  'eventFeeds',
  'audit',
  'tokens',
  'calendarLink',
  'webhooks',
  'savedReports',
  'imports',
  'holidayCountries',
  'suggestedHolidays',
  'ratePreview',
];

test('what every query keeps is named by a topic of the feed, or told by none', () => {
  const here = new URL('.', import.meta.url);
  const texts = readdirSync(here)
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, here), 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/queryKey: \[\s*'(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  const known = [...CONCERNED, ...UNTOLD];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

const member = '0190a000-0000-7000-8000-000000000001';
const keys = [
  ['week', member, '2026-11-22'],
  ['week', member, '2026-11-29'],
  ['week', 'another', '2026-11-22'],
  ['weekYear', member, '2026'],
  ['week', 'missing', member, '2026-11-16', '2026-11-22'],
  ['ownHours', member],
  ['approvals', 'pending'],
  ['approvals', 'open'],
  ['projects', 'open'],
  ['timer'],
  ['region'],
];

async function stale(ask: (client: QueryClient) => Promise<void>): Promise<string[]> {
  const client = new QueryClient();
  for (const key of keys) client.setQueryData(key, {});
  await ask(client);
  return keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '));
}

test('a week that is named leaves the others alone, and what waits for a decision', async () => {
  const change = { topic: 'week', teamMemberID: member, weekEndDate: '2026-11-22' } as const;
  expect(await stale((client) => askAnew(client, [change, change]))).toEqual([
    `week ${member} 2026-11-22`,
    `weekYear ${member} 2026`,
    `week missing ${member} 2026-11-16 2026-11-22`,
    `ownHours ${member}`,
    'approvals open',
  ]);
});

test.each(['people', 'catalog'] as const)(
  'who approves for whom, and manages what, is told as %s: then other weeks wait for a decision',
  async (topic) => {
    const asked = await stale((client) => askAnew(client, [{ topic }]));
    expect(asked).toEqual(expect.arrayContaining(['approvals pending', 'approvals open']));
  },
);

test('what is missed concerns everything but what never changes', async () => {
  expect(await stale(askAllAnew)).toEqual(keys.slice(0, -1).map((key) => key.join(' ')));
});

test('a topic of a newer server is passed over', async () => {
  const change = { topic: 'weather' } as unknown as { topic: 'timer' };
  expect(await stale((client) => askAnew(client, [change]))).toEqual([]);
});
