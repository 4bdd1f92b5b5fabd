import { describe, expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

describe('start-up calls', () => {
  test('region code, subscription, e-mail confirmed', async () => {
    const member = await desk.gateway.addMember(desk.workspace);
    const abroad = await desk.gateway.addWorkspace({ regionCode: 'eu' });
    const without = await desk.gateway.headersOf(abroad.owner);
    expect(
      (
        await desk.gateway.call('GET', 'RegionMaster/GetRegionCode', {
          headers: { ...without, regioncode: undefined },
        })
      ).body,
    ).toEqual({ regionCode: 'eu' });
    const confirmed = await desk.gateway.call('GET', `General/IsEmailConfirm/${member.userUuid}`, {
      as: member,
    });
    expect(confirmed.body.item2).toBe(true);
    expect(
      (await desk.gateway.call('GET', `General/IsEmailConfirm/${desk.other.owner.userUuid}`, { as: member }))
        .status,
    ).toBe(404);
  });
});
