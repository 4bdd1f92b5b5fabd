import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEEK_ACTIONS } from '@stint/domain/time/approval.ts';
import { expect, test } from 'vitest';
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
