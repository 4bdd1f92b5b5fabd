import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthHarness, type Json, startAuth } from '../../testing/auth-harness.ts';
import { commands } from './commands.ts';
import { runCommandLine } from './run.ts';

let auth: AuthHarness;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const run = (...args: string[]) => runCommandLine(args, async () => auth.service);
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json')) as Json;

describe('the administrator’s command line', () => {
  test('--help names every command', async () => {
    const help = await run('--help');
    for (const name of Object.keys(commands)) expect(help).toContain(`  ${name} `);
  });

  test('tenants are made, listed and shown; a root comes with its admin key', async () => {
    const root = await json('tenant', 'create', 'Another application');
    expect(root.adminKey).toMatch(/^lk_test_admin_/);
    expect((await auth.call(`GET /tenants/${root.tenantId}/mode`)).status).toBe(200);
    const ada = await auth.signUp('ada@cli.example');
    const house = await json(
      'tenant',
      'create',
      'CLI House',
      '--slug',
      'cli-house',
      '--parent',
      auth.rootId,
      '--owner',
      'ada@cli.example',
      '--region=us',
    );
    expect((await json('tenant', 'show', house.tenantId)).creator.userUuid).toBe(ada.userUuid);
    expect(await run('tenant', 'list', '--parent', auth.rootId)).toMatch(/cli-house +us +test +active +1/);
    await expect(
      run('tenant', 'create', 'Again', '--slug', 'cli-house', '--parent', auth.rootId),
    ).rejects.toThrow('The address cli-house is taken.');
    await expect(run('tenant', 'show', 'nothing1')).rejects.toThrow('There is no tenant nothing1.');
    await expect(run('tenant', 'dance')).rejects.toThrow('There is no command tenant dance. See --help.');
  });

  test('people are found, locked and signed out', async () => {
    const bob = await auth.signUp('bob@cli.example');
    expect((await json('user', 'find', 'bob@cli')).map((one: Json) => one.userUuid)).toEqual([bob.userUuid]);
    expect(await run('user', 'find', '%')).toBe('Nothing found.\n');
    expect((await json('session', 'list', bob.userUuid))[0].sessionId).toBe(bob.sessionId);
    expect((await json('session', 'end', bob.sessionId)).ended).toBe(1);
    auth.clock.advance(5000);
    expect((await auth.call('GET /self', { bearer: bob.accessToken })).status).toBe(401);
    expect((await json('user', 'lock', String(bob.userId))).locked).toBe(true);
    expect((await json('user', 'show', bob.userUuid)).locked).toBe(true);
    expect((await json('user', 'unlock', bob.userUuid)).locked).toBe(false);
  });

  test('keys are made and rotated', async () => {
    const made = await json('key', 'create', auth.rootId, '--type', 'readonly', '--name', 'reports');
    const next = await json('key', 'rotate', auth.rootId, made.keyId);
    expect((await auth.call('POST /keys/verify', { body: { key: made.key } })).status).toBe(400);
    expect((await auth.call('POST /keys/verify', { body: { key: next.key } })).body.result.type).toBe(
      'readonly',
    );
    expect(await run('key', 'list', auth.rootId)).toContain(next.keyId);
  });

  test('signing keys: rotation shows the current one, removal asks first', async () => {
    expect((await json('signing-key', 'rotate'))[0].current).toBeTruthy();
    await expect(run('signing-key', 'remove')).rejects.toThrow('--yes');
  });

  test('promote moves people and workspaces from test to live and ends what was open', async () => {
    const eve = await auth.signUp('eve@cli.example');
    await expect(run('promote', auth.rootId)).rejects.toThrow('--yes');
    const done = await json('promote', auth.rootId, '--yes');
    expect(done.adminKey).toMatch(/^lk_live_admin_/);
    auth.clock.advance(5000);
    expect((await auth.call('GET /self', { bearer: eve.accessToken })).status).toBe(401);
    expect((await json('user', 'show', eve.userUuid)).mode).toBe('live');
    await expect(run('promote', auth.rootId, '--yes')).rejects.toThrow('live already');
  });
});
