import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '../../apps/server/src/config-variables.ts';
import { inRoot } from '../lib/paths.mjs';
import { SERVER_COMMAND, SERVER_ENVIRONMENT } from '../lib/server-build.mjs';
import { readDeploy } from './files.ts';

const known = new Set<string>(variables.map(({ name }) => name.replace('{REGION}', 'EU')));
const secret = new Set(
  variables.filter((row) => 'secret' in row).map(({ name }) => name.replace('{REGION}', 'EU')),
);

/** What belongs to others, or to these files themselves. */
const OTHERS = new Set([
  ...Object.keys(SERVER_ENVIRONMENT),
  'NODE_ENV',
  'POSTGRES_PASSWORD',
  'POSTGRES_PASSWORD_FILE',
  'UPSTREAM',
]);

function settingsOf(text: string): string[] {
  const yaml = [...text.matchAll(/^\s+([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
  const named = [...text.matchAll(/name: ([A-Z][A-Z_]+)$/gm)].map(([, name = '']) => name);
  const units = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(?:^| )([A-Z_]+)=/g)].map(([, name = '']) => name),
  );
  return [...yaml, ...named, ...units];
}

test.each([
  ['compose/compose.yaml'],
  ['kubernetes/base/settings.yaml'],
  ['kubernetes/base/provider.yaml'],
  ['kubernetes/base/gateway.yaml'],
  ...readdirSync(inRoot('deploy', 'systemd'))
    .filter((name) => name.endsWith('.service'))
    .map((name) => [`systemd/${name}`]),
])('%s sets only what docs/configuration.md knows', (path) => {
  const settings = settingsOf(readDeploy(path)).filter((name) => !OTHERS.has(name));
  expect(settings.length).toBeGreaterThan(0);
  const unknown = settings.filter(
    (name) => !known.has(name) && !(name.endsWith('_FILE') && secret.has(name.slice(0, -5))),
  );
  expect(unknown).toEqual([]);
});

test.each(['Dockerfile', 'systemd/stint.service', 'systemd/stint-gateway@.service'])(
  '%s gives to Node what `npm start` gives it',
  (path) => {
    const text = readDeploy(path);
    const flags = [...text.matchAll(/--[a-z-]+-size=\d+/g)].map(([flag]) => flag);
    expect(flags).toEqual(SERVER_COMMAND.filter((argument) => argument.startsWith('--')));
    for (const [name, value] of Object.entries(SERVER_ENVIRONMENT))
      expect(text).toContain(` ${name}=${value} `);
  },
);
