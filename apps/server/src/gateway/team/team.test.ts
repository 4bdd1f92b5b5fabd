import { describe, expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put } = desk;
type Row = Answer['body'];

describe('team', () => {
  test('GetTeam takes the own teamMemberID or the tenant id; members see themselves and whom they approve', async () => {
    const lead = await desk.gateway.addMember(desk.workspace);
    const led = await desk.gateway.addMember(desk.workspace, { approverID: lead.teamMemberID });
    const ids = async (as: TestMember, id = as.teamMemberID) =>
      (await get(`TeamMember/GetTeam/${id}`, as)).body.map((row: Row) => row.id);
    expect((await ids(lead)).sort()).toEqual([lead.teamMemberID, led.teamMemberID].sort());
    expect(await ids(led)).toEqual([led.teamMemberID]);
    expect((await ids(desk.owner, desk.workspace.publicId)).length).toBeGreaterThan(2);
    expect((await get(`TeamMember/GetTeam/${desk.other.publicId}`)).status).toBe(404);
    expect((await get(`TeamMember/${led.userUuid}`, lead)).body.id).toBe(led.teamMemberID);
    expect((await get(`TeamMember/${desk.other.owner.teamMemberID}`)).status).toBe(404);
  });

  test('who may not see the approver is told the name', async () => {
    const lead = await desk.gateway.addMember(desk.workspace);
    await put(`TeamMember/${lead.teamMemberID}`, { firstName: 'Jonas', lastName: 'Weber', version: 1 }, lead);
    const led = await desk.gateway.addMember(desk.workspace, { approverID: lead.teamMemberID });
    expect((await get(`TeamMember/${lead.teamMemberID}`, led)).status).toBe(404);
    expect((await get(`TeamMember/${led.teamMemberID}`, led)).body).toMatchObject({
      approverID: lead.teamMemberID,
      approverName: 'Jonas Weber',
    });
    expect((await get(`TeamMember/${lead.teamMemberID}`, lead)).body.approverName).toBeNull();
  });

  test('everybody changes the own name, nobody the own role or flags', async () => {
    const member = await desk.gateway.addMember(desk.workspace);
    const url = `TeamMember/${member.teamMemberID}`;
    expect(
      (await put(url, { firstName: 'Mia', timeZone: 'Europe/Zurich', version: 1 }, member)).body.firstName,
    ).toBe('Mia');
    for (const body of [{ role: 'admin' }, { createEditTime: true }, { approverID: null }]) {
      expect((await put(url, { ...body, version: 2 }, member)).status).toBe(403);
    }
    expect((await put(url, { createEditTime: true, version: 2 })).body.createEditTime).toBe(true);
    expect((await put(url, { timeZone: 'Mars/Olympus', version: 3 }, member)).status).toBe(400);
  });

  test('cost rates are for desk.owner and admin', async () => {
    const member = await desk.gateway.addMember(desk.workspace);
    const rate = (kind: string, amount: number) =>
      post('Rates', { teamMemberID: member.teamMemberID, kind, amount, effectiveFrom: '2026-01-01' });
    expect([
      (await rate('bill', 9000)).status,
      (await rate('cost', 4000)).status,
      (await rate('cost', 4500)).status,
    ]).toEqual([201, 201, 201]);
    const listed = (await get('Rates', desk.owner, { teamMemberID: member.teamMemberID })).body;
    expect(listed.map((row: Row) => [row.kind, row.amount, row.currency])).toEqual([
      ['bill', 9000, 'USD'],
      ['cost', 4500, 'USD'],
    ]);
    const settings = (await get('Workspace/Settings')).body;
    await put('Workspace/Settings', { editorsSeeBillRates: true, version: settings.version });
    const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
    const seen = (await get('Rates', editor, { teamMemberID: member.teamMemberID })).body;
    expect(seen.map((row: Row) => row.kind)).toEqual(['bill']);
    expect(
      (
        await post('Rates', {
          teamMemberID: desk.other.owner.teamMemberID,
          kind: 'bill',
          amount: 1,
          effectiveFrom: '2026-01-01',
        })
      ).body.errors[0].code,
    ).toBe('reference_invalid');
  });
});
