import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post } = desk;

/** A client with a project that everybody sees, and one that its members see. */
async function openClient() {
  const { clientID } = (await post('Clients', { clientName: newId() })).body;
  const add = async (visibility: string): Promise<string> =>
    (await post('Projects', { projectName: newId(), clientID, visibility })).body.projectID;
  const [shown, hidden] = [await add('public'), await add('members')];
  const archive = (as: TestMember) =>
    desk.gateway.call('DELETE', `Clients/${clientID}`, { as, query: { projects: 'archive' } });
  const isArchived = async (id: string) => (await get(`Projects/${id}`)).body.isArchived;
  return { clientID, archive, state: async () => [await isArchived(shown), await isArchived(hidden)] };
}

describe('security 10: a client says nothing of projects that somebody does not see', () => {
  test('they are not counted', async () => {
    const { clientID } = await openClient();
    const member = await desk.gateway.addMember(desk.workspace);
    const count = async (as: TestMember) => (await get(`Clients/${clientID}`, as)).body.projectCount;
    expect([await count(desk.owner), await count(member)]).toEqual([2, 1]);
  });

  test('they are not archived with it, and none are by who may write clients alone', async () => {
    const { archive, state } = await openClient();
    const flags = { createEditClientsActivities: true };
    const clerk = await desk.gateway.addMember(desk.workspace, flags);
    expect((await archive(clerk)).status).toBe(403);
    const planner = await desk.gateway.addMember(desk.workspace, { ...flags, createEditProjects: true });
    expect((await archive(planner)).status).toBe(200);
    expect(await state()).toEqual([true, false]);
    expect((await archive(desk.owner)).status).toBe(200);
    expect(await state()).toEqual([true, true]);
    expect((await archive(desk.other.owner)).status).toBe(404);
  });
});
