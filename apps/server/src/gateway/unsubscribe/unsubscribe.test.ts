import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { readUnsubscribeToken, type Subscribed, unsubscribeUrl } from '../mail/unsubscribe-link.ts';

const secretKey = 'k'.repeat(40);
let gateway: GatewayHarness;
let workspace: TestWorkspace;
let ann: TestMember;
const secrets = createSecrets(Buffer.from(secretKey));

beforeAll(async () => {
  gateway = await createGatewayHarness({ SECRET_KEY: secretKey });
  workspace = await gateway.addWorkspace();
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  ann = await gateway.addMember(workspace);
  gateway.clock.move(60_000);
});

function pathOf(subscribed: Subscribed, person: TestMember = ann): string {
  const { regionCode, publicId } = workspace;
  const { teamMemberID } = person;
  const url = unsubscribeUrl(
    { config: gateway.config, secrets },
    { regionCode, publicId, teamMemberID, subscribed },
  );
  return url.replace(`http://${gateway.config.mainDomain}/api/`, '');
}

const preferences = async () =>
  (await gateway.call('GET', `TeamMember/${ann.teamMemberID}/Preferences`, { as: ann })).body;

describe('the link of a mail that comes round', () => {
  test('tells what it ends and changes nothing until somebody says so; then the switch of the settings is off', async () => {
    const path = pathOf({ notification: 'digests' });
    const on = { workspace: workspace.slug, what: 'digests', name: null, isOn: true };
    expect((await gateway.call('GET', path)).body).toEqual(on);
    expect((await gateway.call('POST', path, { body: {} })).body).toEqual({ ...on, isOn: false });
    expect(await preferences()).toEqual({ notifications: { digests: false } });
    expect((await gateway.call('GET', path)).body.isOn).toBe(false);
    expect((await gateway.call('POST', path, { body: {} })).status).toBe(200);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is taken from a mail program that sends %s (RFC 8058)', async (type, body) => {
    const headers = { 'content-type': type };
    const answer = await gateway.call('POST', pathOf({ notification: 'weeks' }), { headers, body });
    expect([answer.status, answer.body.isOn]).toEqual([200, false]);
    expect(await preferences()).toEqual({ notifications: { weeks: false } });
  });

  test('leads a browser to the page that asks first', async () => {
    const path = pathOf({ notification: 'digests' });
    const headers = { accept: 'text/html,*/*' };
    const { status, headers: said } = await gateway.call('GET', path, { headers });
    expect([status, said['location']]).toEqual([303, `/unsubscribe/${path.replace('Unsubscribe/', '')}`]);
  });

  test('works while the subscription is paused, and is written down as the person’s own doing', async () => {
    await gateway.call('POST', pathOf({ notification: 'budgets' }), { body: {} });
    const { body } = await gateway.call('GET', 'Audit', { as: workspace.owner });
    expect(JSON.stringify(body)).toContain('unsubscribed');
  });

  test('security 4: ends nothing but what it was made for, and nothing for who has left', async () => {
    const path = pathOf({ notification: 'digests' });
    const other = await gateway.addMember(workspace);
    const forged = [
      path.replace('digests', 'weeks'),
      path.replace(ann.teamMemberID, other.teamMemberID),
      path.replace(workspace.publicId, (await gateway.addWorkspace()).publicId),
      path.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
      path.slice(0, -2),
      `${path}_x`,
      'Unsubscribe/rubbish',
    ];
    for (const each of forged) {
      expect([each, (await gateway.call('GET', each)).status]).toEqual([each, 410]);
      expect((await gateway.call('POST', each, { body: {} })).status).toBe(410);
    }
    expect(await preferences()).toEqual({});
    await gateway.call('DELETE', `TeamMember/${ann.teamMemberID}`, { as: workspace.owner });
    expect((await gateway.call('POST', path, { body: {} })).status).toBe(410);
  });
});

test('a token of another installation is none of ours', () => {
  const token = pathOf({ reportID: ann.teamMemberID }).replace('Unsubscribe/', '');
  expect(readUnsubscribeToken(secrets, token)?.subscribed).toEqual({ reportID: ann.teamMemberID });
  expect(readUnsubscribeToken(createSecrets(Buffer.from('z'.repeat(40))), token)).toBeNull();
});
