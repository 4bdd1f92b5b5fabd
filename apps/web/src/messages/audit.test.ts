import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activity } from '@stint/domain/api/gateway/activities.ts';
import { client } from '@stint/domain/api/gateway/clients.ts';
import { personalTokenRoutes } from '@stint/domain/api/gateway/personal-tokens.ts';
import { project } from '@stint/domain/api/gateway/projects.ts';
import { rateRoutes } from '@stint/domain/api/gateway/rates.ts';
import { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import { tag } from '@stint/domain/api/gateway/tags.ts';
import { teamMember } from '@stint/domain/api/gateway/team.ts';
import { webhookRoutes } from '@stint/domain/api/gateway/webhooks.ts';
import { settings } from '@stint/domain/api/gateway/workspace-settings.ts';
import { WEEK_ACTIONS } from '@stint/domain/time/approval.ts';
import { expect, test } from 'vitest';
import { audit as german } from './audit.de.ts';
import { audit } from './audit.ts';

const gateway = join(import.meta.dirname, '../../../server/src/gateway');

/** Said by a value instead of by its name where it is written down. */
const BY_VALUE = [...Object.keys(WEEK_ACTIONS), 'archived', 'deleted', 'export', 'import'];

/** What the gateway writes down, by the words behind `action:`; columns have a dot and are none. */
function actionsOf(source: string): string[] {
  return [...source.matchAll(/\baction: ([^,}\n]*)/g)].flatMap(([, said = '']) =>
    [...said.matchAll(/'([a-zA-Z]+)'/g)].map(([, name = '']) => name),
  );
}

test('everything that the gateway writes down is told in words', () => {
  const files = globSync('**/*.ts', { cwd: gateway }).filter((path) => !/\.(test|fixture)\.ts$/.test(path));
  const written = files.flatMap((path) => actionsOf(readFileSync(join(gateway, path), 'utf8')));
  expect(written).toEqual(expect.arrayContaining(['saved', 'roleChanged', 'retentionSet', 'logoRemoved']));
  expect([...new Set([...written, ...BY_VALUE])].filter((name) => !(name in audit.actions))).toEqual([]);
});

/** What is sent is written down by the names it was sent with. */
const sent = [
  project.change,
  client.change,
  activity.change,
  tag.change,
  teamMember.change,
  settings.change,
  rateRoutes['POST /Rates'].body,
  savedReportRoutes['POST /Reports'].body,
  savedReportRoutes['PUT /Reports/:id/Schedule'].body,
  webhookRoutes['PUT /Webhooks/:id'].body,
  personalTokenRoutes['POST /Tokens'].body,
];
/** In no event by that name. */
const ELSEWHERE = new Set(['version', 'believed', 'expiresInDays']);

test.each([
  ['English', audit.fields],
  ['German', german.fields],
])('every field that can be sent has a word: %s', (_language, words) => {
  const names = sent.flatMap(({ properties }) => Object.keys(properties));
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)].filter((name) => !ELSEWHERE.has(name) && !(name in (words ?? {})))).toEqual([]);
});
