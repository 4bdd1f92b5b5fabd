import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { parseYaml, readDeploy } from './files.ts';

type Service = {
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  read_only?: boolean;
  healthcheck?: unknown;
};
type Compose = {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, unknown>;
};

const [compose] = parseYaml(readDeploy('compose', 'compose.yaml')) as [Compose];
/** The specification's own schema, Apache-2.0; see deploy/schemas/README.md. */
const schema = JSON.parse(readDeploy('schemas', 'compose-spec.json')) as Record<string, unknown>;
const { $schema: _draft, ...definition } = schema;
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(definition);

const folder = mkdtempSync(join(tmpdir(), 'stint-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the compose file', () => {
  test('is one by the published schema of the Compose Specification', () => {
    expect(validate(compose)).toBe(true);
    expect(validate.errors).toBeNull();
  });

  test('a wrong field is found', () => {
    const broken = structuredClone(compose) as unknown as { services: { stint: Record<string, unknown> } };
    broken.services.stint.helthcheck = {};
    expect(validate(broken)).toBe(false);
  });

  test('every secret that a service reads is handed to it, and made by make-secrets.mjs', () => {
    const args = [folder, '--host', 'postgres', '--regions', 'eu', '--smtp', 'smtps://u:p@mail.example'];
    const make = () =>
      spawnSync(process.execPath, [inRoot('deploy', 'make-secrets.mjs'), ...args], { encoding: 'utf8' });
    expect(make().stderr).toBe('');
    const made = readdirSync(folder);
    for (const { file } of Object.values(compose.secrets)) {
      expect(made).toContain(file.replace('../secrets/', ''));
    }
    for (const service of Object.values(compose.services)) {
      const read = Object.entries(service.environment ?? {}).filter(([key]) => key.endsWith('_FILE'));
      const names = read.map(([key]) => key.replace(/_FILE$/, ''));
      expect(read.map(([, path]) => path)).toEqual(names.map((name) => `/run/secrets/${name}`));
      expect(service.secrets ?? []).toEqual(expect.arrayContaining(names));
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
    }
    // Once more: what is there stays.
    expect(make().stdout).toBe('');
    expect(statSync(join(folder, 'SECRET_KEY')).mode & 0o777).toBe(0o444);
  });

  test('what it mounts is there, and the database is reached from inside alone', () => {
    expect(existsSync(inRoot('deploy', 'proxy', 'Caddyfile'))).toBe(true);
    expect(compose.services.postgres?.networks).toEqual(['inside']);
    expect(compose.networks.inside).toEqual({ internal: true });
    expect(compose.services.proxy?.networks).not.toContain('inside');
    expect(compose.services.stint?.read_only).toBe(true);
  });
});
