/**
 * The least that a week read can cost with this driver: a bare node:http server that sends the product's own statement under row
 * security, for the workspace named in a transaction, in one write, and answers the bytes that the product answers. Nobody is
 * asked who they are, nothing is limited, written down or kept.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import {
  type EntryJson,
  entriesText,
  type WeekRow,
  weekQuery,
  weekText,
} from '../../apps/server/src/gateway/timesheets/week-json.ts';
import { toJsonText } from '../../apps/server/src/platform/json-text.ts';
import { tellPort } from './tell-port.ts';

const [, , address = '{}', tenantId = ''] = process.argv;
const settings: pg.PoolConfig = { ...JSON.parse(address), max: 10 };
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ ...settings, pipeline: true } as pg.PoolConfig);

async function readWeek(teamMemberID: string, weekEndDate: string): Promise<WeekRow> {
  const { text, values } = weekQuery({ tenantId, teamMemberID, weekEndDate });
  const client = (await pool.connect()) as pg.PoolClient & pg.Client;
  try {
    client.connection.stream.cork();
    process.nextTick(() => client.connection.stream.uncork());
    const [, , { rows }] = await Promise.all([
      client.query('begin'),
      client.query(`set local app.tenant_id = '${tenantId}'`),
      client.query<WeekRow>({ name: 'week', text, values }),
      client.query('commit'),
    ]);
    return rows[0] as WeekRow;
  } finally {
    client.release();
  }
}

tellPort(
  createServer((request, response) => {
    const [teamMemberID = '', weekEndDate = ''] = (request.url ?? '').split('/').slice(-2);
    const answer = async () => {
      const row = await readWeek(teamMemberID, weekEndDate);
      const entries = entriesText(row, teamMemberID, weekEndDate) ?? toJsonText<EntryJson[]>([]);
      const body = Buffer.from(weekText(row, entries, teamMemberID, weekEndDate));
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        etag: row.etag,
      });
      response.end(body);
    };
    void answer();
  }),
);
