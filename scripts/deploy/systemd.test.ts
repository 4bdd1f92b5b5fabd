import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inRoot, root } from '../lib/paths.mjs';
import { readDeploy } from './files.ts';

const names = readdirSync(inRoot('deploy', 'systemd'));
const services = names.filter((name) => name.endsWith('.service'));
const hasVerify = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'stint-units-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the units for systemd', () => {
  test.each(services)('%s starts files that a build leaves, as nobody with rights', (name) => {
    const unit = readDeploy('systemd', name);
    const [, program = '', file = ''] = /^ExecStart=(\S+) .*?(apps\/\S+)/m.exec(unit) ?? [];
    expect(program).toBe('/opt/stint/node_modules/.bin/node');
    expect(['apps/server/dist/main.cjs', 'apps/server/src/tools/backup.ts']).toContain(file);
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'UMask=0077'])
      expect(unit).toContain(line);
    const read = [...unit.matchAll(/=?%d\/([A-Z_]+)/g)].map(([, secret]) => secret);
    const loaded = [...unit.matchAll(/^LoadCredential=([A-Z_]+):/gm)].map(([, secret]) => secret);
    expect(new Set(loaded)).toEqual(new Set(read));
  });

  test.runIf(hasVerify).for(names)(
    '%s is one to systemd-analyze verify (left out where that is not installed)',
    (name) => {
      for (const unit of names) {
        const text = readDeploy('systemd', unit).replaceAll('/opt/stint', root.replace(/\/$/, ''));
        writeFileSync(join(folder, unit), text);
      }
      const { status, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', '--generators=no', join(folder, name.replace('@.', '@3001.'))],
        { encoding: 'utf8', env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } },
      );
      // Other units of this machine are not ours to judge.
      expect(stderr.split('\n').filter((line) => line.includes('stint'))).toEqual([]);
      expect(status).toBe(0);
    },
  );
});
