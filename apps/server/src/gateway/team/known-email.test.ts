import { beforeAll, describe, expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const range = { from: '2026-11-09', to: '2026-11-15' };
let lead: TestMember;
let led: TestMember;

const addressOf = ({ teamMemberID }: TestMember) => `${teamMemberID}@example.com`;

beforeAll(async () => {
  lead = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
  led = await desk.gateway.addMember(desk.workspace, { approverID: lead.teamMemberID });
  const { projectID } = (await desk.post('Projects', { projectName: 'Pier' })).body;
  for (const person of [lead, led]) {
    const { teamMemberID } = person;
    await desk.post('TimeSheet', { teamMemberID, projectID, workDate: '2026-11-09', minutes: 60 });
  }
});

/** Where an address could be found or read: whose can `as` learn there of those that are asked for? */
const places: Record<string, (as: TestMember, of: TestMember) => Promise<boolean>> = {
  'GET /TeamMember/GetTeam/:id': async (as, of) => {
    const { body } = await desk.get(`TeamMember/GetTeam/${as.teamMemberID}`, as, { q: addressOf(of) });
    return body.length > 0;
  },
  'GET /Search': async (as, of) => (await desk.get('Search', as, { q: addressOf(of) })).body.items.length > 0,
  'POST /Reports/Export': async (as, of) =>
    (await desk.post('Reports/Export', range, as)).text.includes(addressOf(of)),
};

describe('the mail address of a person', () => {
  test.each(Object.keys(places))(
    'is found and shown by who manages people, and by its person alone otherwise: %s',
    async (place) => {
      const learns = places[place] as (typeof places)[string];
      expect(await learns(desk.owner, led)).toBe(true);
      expect(await learns(lead, lead)).toBe(true);
      expect(await learns(lead, led)).toBe(false);
    },
  );

  test('whose hours are in the same file and list', async () => {
    const { text } = await desk.post('Reports/Export', range, lead);
    expect(text.trimEnd().split('\r\n')).toHaveLength(3);
    expect((await desk.get(`TeamMember/GetTeam/${lead.teamMemberID}`, lead)).body).toHaveLength(3);
  });
});
