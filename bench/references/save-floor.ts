/**
 * The least that a save can cost with this driver: a bare node:http server that sends all that a save writes and answers, as lean
 * SQL under row security, in one transaction and one write. Nobody is asked who they are or what they may, nothing that came is
 * checked, no version compared, and entries are found by their place in the week.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import type { SaveStatement } from '../lib/saves.ts';
import { tellPort } from './tell-port.ts';

type Save = { teamMemberID: string; weekEndDate: string; upserts: { minutes: number }[] };

const [, , address = '{}', tenantId = '', ofKinds = '{}'] = process.argv;
const statementsOf: Record<'cell' | 'week60', SaveStatement[]> = JSON.parse(ofKinds);
pg.types.setTypeParser(1082, (text) => text);
const pool = new pg.Pool({ ...JSON.parse(address), max: 10, pipeline: true } as pg.PoolConfig);

async function save({ teamMemberID, weekEndDate, upserts }: Save): Promise<object[]> {
  const kind = upserts.length === 1 ? 'cell' : 'week60';
  const known = { member: teamMemberID, week: weekEndDate, minutes: upserts[0]?.minutes };
  const client = (await pool.connect()) as pg.PoolClient & pg.Client;
  try {
    client.connection.stream.cork();
    process.nextTick(() => client.connection.stream.uncork());
    const answers = await Promise.all([
      client.query('begin'),
      client.query(`set local app.tenant_id = '${tenantId}'`),
      ...statementsOf[kind].map(({ text, values }, at) =>
        client.query({ name: `${kind}${at}`, text, values: values.map((name) => known[name]) }),
      ),
      client.query('commit'),
    ]);
    return answers.at(-2)?.rows ?? [];
  } finally {
    client.release();
  }
}

tellPort(
  createServer((request: IncomingMessage, response) => {
    const answer = async () => {
      const asked = (await json(request)) as Save;
      const entries = await save(asked);
      const body = Buffer.from(JSON.stringify({ entries }));
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      });
      response.end(body);
    };
    void answer();
  }),
);
