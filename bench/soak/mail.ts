import { setTimeout as sleep } from 'node:timers/promises';
import type { ArrivedMail } from '../../apps/server/src/testing/mail-server.ts';
import { query } from '../lib/setup.ts';
import type { Cluster } from './cluster.ts';
import type { Team } from './people.ts';
import type { Check } from './views.ts';

const identityOf = ({ owner }: Cluster) => ({ ...owner, user: 'latchkey_owner', database: 'latchkey' });

/** The last release keeps what test mode writes; from the upgrade on it is sent, and so is what was kept and never sent. */
export async function sendKeptMail(cluster: Cluster): Promise<void> {
  await query(
    identityOf(cluster),
    `update auth.outbox set status = 'waiting', drop_at = null
     where status = 'stored' and channel = 'email' and sent_at is null`,
  );
}

/** A mail that nobody noted as sent is tried again once the claim on it ends, five minutes later. */
const mostQuietMs = 10 * 60_000;

/** Waits until nothing is on its way: no event of a week, no mail of one, nothing in the outbox. */
export async function waitForMail(cluster: Cluster): Promise<void> {
  const until = performance.now() + mostQuietMs;
  for (let quiet = 0; quiet < 3 && performance.now() < until; await sleep(1000)) {
    const [jobs] = await query(
      cluster.owner,
      `select count(*)::int as open from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('webhook.event', 'week.mail') and j.attempts < j.max_attempts`,
    );
    const [mails] = await query(
      identityOf(cluster),
      `select count(*)::int as open from auth.outbox where status = 'waiting'`,
    );
    quiet = jobs?.open === 0 && mails?.open === 0 ? quiet + 1 : 0;
  }
}

/** How long the slowest mail lay in the outbox, in milliseconds; what the release kept does not count. */
export async function longestWait(cluster: Cluster, since: Date): Promise<number> {
  const [row] = await query(
    identityOf(cluster),
    `select coalesce(max(extract(epoch from sent_at - created_at)), 0)::float8 * 1000 as ms
     from auth.outbox where sent_at is not null and created_at > $1`,
    [since],
  );
  return Number(row?.ms);
}

/** What a subject tells of a week, in the words of this version and of the last release. */
const steps: readonly [RegExp, string][] = [
  [/ (?:submitted|handed in) the week to (.+)$/, 'submit'],
  [/^Your week to (.+) was approved$/, 'approve'],
  [/^Your week to (.+) was (?:disapproved|sent back)$/, 'disapprove'],
  [/^Your week to (.+) was (?:reopened|opened again)$/, 'reopen'],
];

/** Each step of a week that is mailed reached its receiver as one mail, and no mail arrived twice. */
export async function checkMail(
  cluster: Cluster,
  teams: readonly Team[],
  arrived: readonly ArrivedMail[],
): Promise<Check> {
  const found = new Map<string, number>();
  const wanted = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string, by: number) =>
    counts.set(key, (counts.get(key) ?? 0) + by);
  const byId = new Map(arrived.map((mail) => [`${mail.messageId} ${mail.to}`, mail]));
  for (const { to, subject } of byId.values()) {
    for (const [pattern, step] of steps) {
      const week = pattern.exec(subject)?.[1];
      if (week) count(found, `${to} ${step} ${week}`, 1);
    }
  }
  for (const { workspace, owner, members } of teams) {
    const rows = await query(
      cluster.owner,
      `select team_member_id as id, action, to_char(week_end_on, 'YYYY-MM-DD') as week, count(*)::int as number
       from app.week_transition where action <> 'withdraw'
         and tenant_id = (select tenant_id from app.workspace_directory where public_id = $1) group by 1, 2, 3`,
      [workspace.tenantID],
    );
    for (const { id, action, week, number } of rows) {
      const member = members.find(({ teamMemberID }) => teamMemberID === id);
      const to = action === 'submit' ? owner : member;
      count(wanted, `${to?.person.email} ${action} ${week}`, Number(number));
    }
  }
  const keys = [...new Set([...found.keys(), ...wanted.keys()])];
  const differences = keys.flatMap((key) => {
    const [one, other] = [found.get(key) ?? 0, wanted.get(key) ?? 0];
    return one === other ? [] : [`mail: ${key}: ${one} in place of ${other}`];
  });
  const repeated = arrived.length - byId.size;
  if (repeated > 0) differences.push(`mail: ${repeated} arrived a second time`);
  return { name: 'Mails of each step, at the mail server', compared: keys.length, differences };
}
