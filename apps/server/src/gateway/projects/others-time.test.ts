import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put } = desk;
type Row = Answer['body'];

/** Ann's, whom Abe approves. */
let ann: TestMember;
let abe: TestMember;
let projectID: string;

beforeAll(async () => {
  abe = await desk.gateway.addMember(desk.workspace);
  ann = await desk.gateway.addMember(desk.workspace, { approverID: abe.teamMemberID });
  projectID = (await post('Projects', { projectName: newId() })).body.projectID;
  const workDate = desk.gateway.clock.now().toISOString().slice(0, 10);
  await post('TimeSheet', { projectID, workDate, hours: 3 }, ann);
});

describe('security 10: what others recorded on a project', () => {
  test('the picker tells what somebody used last to those who see their weeks', async () => {
    const pick = async (as: TestMember) => {
      const { status, body } = await get('Projects/Picker', as, { teamMemberID: ann.teamMemberID });
      return status === 200 ? body[0].projectID : status;
    };
    for (const as of [ann, abe, desk.owner]) expect(await pick(as)).toBe(projectID);
    const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
    const member = await desk.gateway.addMember(desk.workspace);
    for (const as of [editor, member, desk.other.owner]) expect(await pick(as)).toBe(404);
  });

  test('the summary names the people whose entries the caller sees', async () => {
    const named = async (as: TestMember, id = projectID) =>
      (await get(`Projects/${id}/Summary`, as)).body.byMember.map((row: Row) => row.teamMemberID);
    expect(await named(desk.owner)).toEqual([ann.teamMemberID]);
    expect(await named(abe)).toEqual([ann.teamMemberID]);
    for (const [role, seen] of [
      ['editor', [ann.teamMemberID]],
      ['member', []],
    ] as const) {
      const manager = await desk.gateway.addMember(desk.workspace, { role });
      const { version } = (await get(`Projects/${projectID}`)).body;
      expect(await named(manager)).toEqual([]);
      await put(`Projects/${projectID}`, { managerID: manager.teamMemberID, version });
      expect(await named(manager)).toEqual(seen);
    }
  });

  test('nobody makes themselves manager of a project, to see it; its manager hands it over', async () => {
    const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
    const member = await desk.gateway.addMember(desk.workspace, { createEditProjects: true });
    const { body: project } = await post('Projects', { projectName: newId() });
    const entrust = async (as: TestMember, to: TestMember, more: object = {}) => {
      const { version } = (await get(`Projects/${project.projectID}`)).body;
      const body = { managerID: to.teamMemberID, ...more, version };
      return (await put(`Projects/${project.projectID}`, body, as)).status;
    };
    expect(await entrust(editor, editor)).toBe(403);
    expect(await entrust(member, editor)).toBe(403);
    expect(await entrust(editor, desk.owner, { projectName: newId() })).toBe(200);
    expect(await entrust(desk.owner, editor)).toBe(200);
    expect(await entrust(member, member)).toBe(403);
    expect(await entrust(editor, member)).toBe(200);
    expect(await entrust(member, editor)).toBe(200);
    const own = (await post('Projects', { projectName: newId() }, member)).body;
    expect(own.managerID).toBe(member.teamMemberID);
  });
});
