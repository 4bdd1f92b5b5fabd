import { expect, test } from 'vitest';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { toAnswer } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const [weekEndDate, monday] = ['2026-11-22', '2026-11-16'];
const tables = /\b(?:from|join) app\.(?:project|client|activity) /;

test('names that another process changed are new in the next week that is read, whatever this one knows', async () => {
  const { gateway, owner, post, put, get } = desk;
  const peer = await gateway.startPeer();
  const { clientID, version: ofClient } = (await post('Clients', { clientName: 'Before' })).body;
  const made = (await post('Projects', { projectName: 'Before', clientID })).body;
  const { activityID, version } = (await post('Activities', { activityName: 'Before' })).body;
  const { projectID } = made;
  const { teamMemberID } = owner;
  const upserts = [{ projectID, activityID, workDate: monday, minutes: 60 }];
  await put('TimeSheet/SaveWeek', { teamMemberID, weekEndDate, upserts });
  const path = `TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`;
  const headers = await gateway.headersOf(owner);
  const names = async () => {
    const { body } = toAnswer(await peer.app.inject({ method: 'GET', url: `/api/${path}`, headers }));
    const [{ projectName, clientName, activityName }] = body.entries;
    return [projectName, clientName, activityName];
  };
  expect([await names(), await names()]).toEqual([
    ['Before', 'Before', 'Before'],
    ['Before', 'Before', 'Before'],
  ]);
  await put(`Clients/${clientID}`, { clientName: 'Client', version: ofClient });
  expect(await names()).toEqual(['Before', 'Client', 'Before']);
  await put(`Projects/${projectID}`, { projectName: 'Project', version: made.version });
  expect(await names()).toEqual(['Project', 'Client', 'Before']);
  await put(`Activities/${activityID}`, { activityName: 'Activity', version });
  expect(await names()).toEqual(['Project', 'Client', 'Activity']);
  const other = (await post('Clients', { clientName: 'Other' })).body;
  const { version: now } = (await get(`Projects/${projectID}`)).body;
  await put(`Projects/${projectID}`, { clientID: other.clientID, version: now });
  expect(await names()).toEqual(['Project', 'Other', 'Activity']);
  await peer.close();
});

test('a week whose names are known is read without their tables, one with a new project once more with them', async () => {
  const { gateway, owner, post, put, get } = desk;
  const { teamMemberID } = owner;
  const path = `TimeSheet/GetByWeek/${teamMemberID}/2026-11-15`;
  const add = async (projectID: string) =>
    put('TimeSheet/SaveWeek', {
      teamMemberID,
      weekEndDate: '2026-11-15',
      upserts: [{ projectID, workDate: '2026-11-09', minutes: 60 }],
    });
  const [first, second] = [
    (await post('Projects', { projectName: 'First' })).body.projectID,
    (await post('Projects', { projectName: 'Second' })).body.projectID,
  ];
  await add(first);
  const sent: string[] = [];
  gateway.databases.us.database.pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (given: string | { text: string }, ...more: unknown[]) => {
        if (typeof given === 'object' && given.text.includes('string_agg')) sent.push(given.text);
        return query(given, ...more);
      },
    });
  });
  const named = async () => {
    sent.length = 0;
    const { body } = await get(path);
    return [body.entries.length, [...new Set(sent)].map((text) => tables.test(text))];
  };
  expect([await named(), await named()]).toEqual([
    [1, [true]],
    [1, [false]],
  ]);
  await add(second);
  expect([await named(), await named()]).toEqual([
    [2, [false, true]],
    [2, [false]],
  ]);
});
