import { describe, expect, test } from 'vitest';
import { openHouse } from '../workspace-lifecycle/house.fixture.ts';

const house = openHouse();

describe('whole workspace', () => {
  test('out by one route and in by the other, with progress and totals', async () => {
    const begun = await house.gateway.call('POST', 'Workspace/Exports', { as: house.home.owner });
    expect(begun.status).toBe(202);
    const progress = async () =>
      (
        await house.gateway.call('GET', `Workspace/Exports/${begun.body.transferID}`, {
          as: house.home.owner,
        })
      ).body;
    await expect.poll(async () => (await progress()).status, { timeout: 20_000 }).toBe('done');
    const headers = await house.gateway.headersOf(house.home.owner);
    const file = await house.gateway.app.inject({
      method: 'GET',
      url: `/api/Workspace/Exports/${begun.body.transferID}/File`,
      headers,
    });
    expect(file.headers['content-type']).toBe('application/zip');
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const foreign = await house.gateway.call('GET', `Workspace/Exports/${begun.body.transferID}/File`, {
      as: house.other.owner,
    });
    expect(foreign.status).toBe(404);
    const target = await house.gateway.addWorkspace({ regionCode: 'eu' });
    const sent = await house.gateway.call('POST', 'Workspace/Imports', {
      as: target.owner,
      headers: { 'content-type': 'application/zip' },
      body: file.rawPayload,
    });
    expect(sent.status).toBe(202);
    const { transferID } = sent.body;
    await expect
      .poll(
        async () =>
          (await house.gateway.call('GET', `Workspace/Exports/${transferID}`, { as: target.owner })).body
            .status,
        { timeout: 20_000 },
      )
      .toBe('done');
  });

  test('security 6: an export needs a fresh proof of who asks', async () => {
    const headers = await house.gateway.headersOf(house.home.owner, {
      auth_time: Math.floor(house.gateway.clock.now().getTime() / 1000) - 700,
    });
    const answer = await house.gateway.call('POST', 'Workspace/Exports', { headers });
    expect([answer.status, answer.body.error.type]).toEqual([403, 'step_up_required']);
  });
});
