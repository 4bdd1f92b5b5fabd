import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { sendPiece, uploadFile } from '../../testing/uploads.ts';

let gateway: GatewayHarness;
let home: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [home, other] = [await gateway.addWorkspace(), await gateway.addWorkspace()];
});
afterAll(() => gateway?.close());

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url));

async function preview(bytes: Uint8Array, choices: object = {}, target = home) {
  const importID = await uploadFile(gateway, target.owner, { fileName: 'time.csv', bytes });
  return gateway.call('POST', 'Imports/Preview', { as: target.owner, body: { importID, choices } });
}

describe('a file arrives in pieces', () => {
  test('a lost connection goes on where it ended, and nothing is taken twice', async () => {
    const bytes = sample('toggl-detailed.csv');
    const as = home.owner;
    const begun = await gateway.call('POST', 'Imports/Files', {
      as,
      body: { fileName: 't.csv', sizeBytes: bytes.length },
    });
    const { importID } = begun.body;
    const first = { importID, from: 0, bytes: bytes.subarray(0, 100) };
    expect((await sendPiece(gateway, as, first)).body.receivedBytes).toBe(100);
    const again = await sendPiece(gateway, as, first);
    expect([again.status, again.body.receivedBytes]).toEqual([409, 100]);
    const early = await gateway.call('POST', 'Imports/Preview', { as, body: { importID } });
    expect([early.status, early.body.message]).toEqual([
      422,
      expect.stringContaining(`Only 100 of ${bytes.length} bytes`),
    ]);
    expect((await gateway.call('GET', `Imports/Files/${importID}`, { as })).body.receivedBytes).toBe(100);
    await sendPiece(gateway, as, { importID, from: 100, bytes: bytes.subarray(100) });
    const more = await sendPiece(gateway, as, { importID, from: bytes.length, bytes: bytes.subarray(0, 1) });
    expect([more.status, more.body.error.type]).toEqual([413, 'payload_too_large']);
    expect((await gateway.call('POST', 'Imports/Preview', { as, body: { importID } })).status).toBe(200);
  });

  test.each([
    [2 * 1024 ** 3, 413, /has 2,048 MiB, and a file to import may have 64/],
    [0, 400, /This file is empty/],
  ])('a file of %s bytes is refused before any of it is sent', async (sizeBytes, status, message) => {
    const body = { fileName: 't.csv', sizeBytes };
    const answer = await gateway.call('POST', 'Imports/Files', { as: home.owner, body });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test('another workspace has no such file', async () => {
    const importID = await uploadFile(gateway, home.owner, {
      fileName: 't.csv',
      bytes: sample('toggl-stop.csv'),
    });
    const as = other.owner;
    const answers = [
      await gateway.call('GET', `Imports/Files/${importID}`, { as }),
      await gateway.call('POST', 'Imports/Preview', { as, body: { importID } }),
      await gateway.call('GET', `Imports/${importID}/RefusedLines`, { as }),
      await sendPiece(gateway, as, { importID, from: 0, bytes: Buffer.from('x') }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('a preview', () => {
  test('says what the file is, by which cells, and what importing it would do', async () => {
    const { status, body } = await preview(sample('clockify-us.csv'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      system: 'clockify',
      formatName: 'Clockify detailed report',
      kind: 'csv',
      dateOrder: { value: 'mdy', isSure: true, seen: { line: 2, text: '02/13/2026' } },
      clock: { value: 12 },
      questions: [],
      currencies: ['USD'],
      firstDay: '2026-02-13',
      lastDay: '2026-02-14',
      fileMinutes: 150,
      counts: { lines: 2, created: 2, known: 0, changed: 0, refused: 0, alike: 0, minutes: 150 },
      makes: { people: 2, clients: 1, projects: 1, activities: 1, tags: 1 },
      people: [
        { key: 'ada@example.test', person: 'Ada Byron', lines: 1, teamMemberID: null, guess: 'new' },
        { key: 'max@example.test', lines: 1, teamMemberID: null, guess: 'new' },
      ],
    });
  });

  test('knows people by their address, projects and activities by their names', async () => {
    const client = await gateway.call('POST', 'Clients', { as: home.owner, body: { clientName: 'ACME' } });
    const project = await gateway.call('POST', 'Projects', {
      as: home.owner,
      body: {
        projectName: 'website',
        clientID: client.body.clientID,
        projectTypeID: home.typeIDs['Time & materials'],
      },
    });
    expect(project.status).toBe(201);
    const text = `Date,Email,Client,Project,Activity,Duration\n2026-02-02,OWNER-${home.publicId}@example.com,Acme,Website,meeting,1:00\n`;
    const { body } = await preview(Buffer.from(text));
    expect(body.people).toMatchObject([{ teamMemberID: home.owner.teamMemberID, guess: 'name' }]);
    expect(body.projects).toMatchObject([{ projectID: project.body.projectID, guess: 'name' }]);
    expect(body.activities).toMatchObject([{ activityID: home.activityIDs['Meeting'], guess: 'name' }]);
    expect(body.makes).toEqual({ people: 0, clients: 0, projects: 0, activities: 0, tags: 0 });
  });

  test('people whom nobody knows are shown, and would come in as placeholders', async () => {
    const text = 'Date,Person,Email,Project,Duration\n2026-02-02,Zed Unknown,zed@elsewhere.test,A,1:00\n';
    const { body } = await preview(Buffer.from(text));
    expect(body.people).toMatchObject([
      { person: 'Zed Unknown', email: 'zed@elsewhere.test', teamMemberID: null },
    ]);
    expect([body.makes.people, body.counts.refused]).toEqual([1, 0]);
  });

  test('asks what cannot be told, and reads by what was chosen', async () => {
    const text = 'Date,Project,Duration\n03/02/2026,A,90\n';
    const asked = await preview(Buffer.from(text));
    expect(asked.body.questions).toEqual(['dateOrder', 'style']);
    const chosen = await preview(Buffer.from(text), { dateOrder: 'mdy', style: 'minutes' });
    expect(chosen.body).toMatchObject({ questions: [], firstDay: '2026-03-02', fileMinutes: 90 });
    const columns = await preview(Buffer.from('A,B\n1,2\n'));
    expect(columns.body.questions).toEqual(['columns']);
  });

  test('gives the refused lines with line, column and reason, as CSV too', async () => {
    const text = 'Date,Project,Duration\n2026-02-02,=A,-0:30\n2026-02-03,A,30:00\n2026-02-04,A,1:00\n';
    const { body } = await preview(Buffer.from(text));
    expect(body.counts).toMatchObject({ lines: 3, created: 1, refused: 2 });
    expect(body.refused).toEqual([
      { line: 2, code: 'negative', column: 'Duration', value: '-0:30' },
      { line: 3, code: 'over_24h', column: 'Duration', value: '30:00' },
    ]);
    const csv = await gateway.call('GET', `Imports/${body.importID}/RefusedLines`, { as: home.owner });
    const rows = parse(csv.text, { bom: true, relax_column_count: true });
    expect(rows.slice(1)).toEqual([
      [
        '2',
        'Duration',
        'Line 2, column Duration: the time is negative (-0:30).',
        '2026-02-02',
        "'=A",
        "'-0:30",
      ],
      [
        '3',
        'Duration',
        'Line 3, column Duration: this is more than 24 hours, and an entry has at most a day (30:00).',
        '2026-02-03',
        'A',
        '30:00',
      ],
    ]);
  });

  test('changes nothing, and leaves no lines behind', async () => {
    const target = await gateway.addWorkspace();
    await preview(sample('toggl-detailed.csv'), {}, target);
    const { made } = await gateway.owner(target).one<{ made: number }>(sql`select
      (select count(*) from app.timesheet_entry where tenant_id = ${target.tenantId}) +
      (select count(*) from app.project where tenant_id = ${target.tenantId}) +
      (select count(*) from app.import_row) as made`);
    expect(made).toBe(0);
  });

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), /is a picture/],
    ['an open quote', Buffer.from('a,b\n"x,1\n'), /^Line 2: a quotation mark/],
  ])('%s is refused with what to do', async (_what, bytes, message) => {
    const { status, body } = await preview(bytes);
    expect([status, body.error.type, body.message]).toEqual([
      400,
      'file_invalid',
      expect.stringMatching(message),
    ]);
  });

  test('a time zone that nobody knows, and a person of another workspace', async () => {
    const zone = await preview(sample('toggl-stop.csv'), { timeZone: 'Mars/Olympus' });
    expect([zone.status, zone.body.errors[0].field]).toEqual([400, 'choices.timeZone']);
    const people = [{ key: 'ada@example.test', teamMemberID: other.owner.teamMemberID }];
    const foreign = await preview(sample('toggl-detailed.csv'), { people });
    expect([foreign.status, foreign.body.error.type]).toEqual([400, 'reference_invalid']);
  });
});
