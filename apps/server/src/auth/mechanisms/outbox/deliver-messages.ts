import { maxAttempts, retryDelayMs } from '../../../platform/queue/job.ts';
import { sql } from '../../../platform/sql.ts';
import { traced } from '../../../platform/tracing/tracing.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { DeliveryOutcome } from '../metrics/metrics.ts';
import type { Message, OutboxContext, SealedMessage } from './outbox.ts';

export type SendersContext = OutboxContext &
  Pick<Foundation, 'mail' | 'sms' | 'deliveries' | 'log' | 'tracing'> & {
    /** What a server took while the database could not be told of it: it is told first, and nothing is sent twice. */
    taken: Set<string>;
  };

const leaseMs = 5 * 60_000;
/** As long as a channel pauses after five failures. */
const pauseMs = 30_000;

type Row = { id: string; channel: 'email' | 'sms'; sealed: Buffer; tries: number; dropAt: Date | null };

/** Sends what waits in the outbox; an expired code or link is dropped, not sent (security 14). */
export async function deliverMessages(context: SendersContext, isStopped: () => boolean): Promise<void> {
  for (const id of context.taken) await finishTaken(context, id);
  while (!isStopped()) {
    const row = await claim(context);
    if (!row) return;
    await deliver(context, row);
  }
}

function claim(context: SendersContext): Promise<Row | null> {
  const now = context.clock.now();
  return context.database.maybeOne<Row>(sql`update auth.outbox set claimed_until = ${new Date(now.getTime() + leaseMs)},
      tries = tries + 1
    where id = (select id from auth.outbox
      where status = 'waiting' and run_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by run_at, id for update skip locked limit 1)
    returning id, channel, sealed_payload as sealed, tries, drop_at as "dropAt"`);
}

async function deliver(context: SendersContext, row: Row): Promise<void> {
  const now = context.clock.now();
  const note = (outcome: DeliveryOutcome) => context.metrics.delivered(row.channel, outcome);
  if (row.dropAt && row.dropAt <= now) {
    note('dropped');
    return finish(context, row.id, 'dropped');
  }
  if (!context.deliveries.mayCall(row.channel)) {
    note('paused');
    return postpone(context, row, now);
  }
  try {
    await send(context, row);
  } catch (error) {
    return tryLater(context, row, error);
  }
  context.taken.add(row.id);
  context.deliveries.succeeded(row.channel);
  note('sent');
  await finishTaken(context, row.id);
}

async function finishTaken(context: SendersContext, id: string): Promise<void> {
  await finish(context, id, 'sent');
  context.taken.delete(id);
}

async function tryLater(context: SendersContext, row: Row, error: unknown): Promise<void> {
  if (isAboutMessage(error)) context.deliveries.succeeded(row.channel);
  else context.deliveries.failed(row.channel);
  const isLast = row.tries >= maxAttempts;
  context.metrics.delivered(row.channel, isLast ? 'dead' : 'failed');
  const about = { err: error, message: row.id, tries: row.tries };
  if (isLast) {
    context.log.error(about, 'a message could not be sent and was given up');
    return finish(context, row.id, 'dead', error);
  }
  context.log.warn(about, 'a message was not taken; it is tried again');
  const runAt = new Date(context.clock.now().getTime() + retryDelayMs(row.tries));
  await context.database.run(sql`update auth.outbox set claimed_until = null, run_at = ${runAt},
      last_error = ${String(error).slice(0, 500)}
    where id = ${row.id}`);
}

/** The server said no to this one message, such as an unknown recipient: it is there, others may go out. */
function isAboutMessage(error: unknown): boolean {
  const { responseCode = 0, command, status = 0 } = error as SendError;
  if (command === 'RCPT TO' || command === 'DATA') return responseCode >= 500;
  return [400, 404, 410, 422].includes(status);
}

/** Fields of nodemailer's errors, and of ours about SMS gateways. */
type SendError = { responseCode?: number; command?: string; status?: number };

/** A pause of the channel costs no try: everything due there waits until its server may be asked again. */
async function postpone(context: SendersContext, row: Row, now: Date): Promise<void> {
  await context.database.run(sql`update auth.outbox set claimed_until = null, run_at = ${new Date(now.getTime() + pauseMs)},
      tries = case when id = ${row.id} then tries - 1 else tries end
    where id = ${row.id} or (status = 'waiting' and channel = ${row.channel} and run_at <= ${now}
      and (claimed_until is null or claimed_until <= ${now}))`);
}

/** Sends it as a span of the trace that asked for it, which whoever woke the workers need not belong to. */
function send(context: SendersContext, { id, channel, tries, sealed }: Row): Promise<void> {
  const message = JSON.parse(context.secrets.open(sealed, id)) as SealedMessage;
  const attributes = { 'stint.message.id': id, 'stint.message.tries': tries };
  const parent = message.traceparent ?? '';
  return traced(context.tracing, { name: `send ${channel}`, kind: 'client', attributes, parent }, () =>
    handOver(context, id, message),
  );
}

async function handOver(context: SendersContext, id: string, message: Message): Promise<void> {
  if (message.channel === 'sms') {
    if (!context.sms) throw new Error('no SMS gateway is configured (SMS_URL)');
    return context.sms.send({ to: message.to, text: message.text });
  }
  if (!context.mail) throw new Error('no mail server is configured (SMTP_URL)');
  // The same id at every try, so that mail servers can tell a repeated one.
  return context.mail.send({ ...message, messageId: id });
}

/**
 * What was sent or dropped keeps no content, but for the outbox page of test mode; what was given up keeps it for an operator who
 * sends it again, until housekeeping removes both.
 */
async function finish(
  context: SendersContext,
  id: string,
  status: 'sent' | 'dropped' | 'dead',
  error?: unknown,
): Promise<void> {
  await context.database.run(sql`update auth.outbox
    set status = case when ${status}::text <> 'dead' and mode = 'test' then 'stored' else ${status}::text end,
      sealed_payload = case when ${status}::text = 'dead' or mode = 'test' then sealed_payload end,
      claimed_until = null, sent_at = ${context.clock.now()}, last_error = ${error === undefined ? null : String(error).slice(0, 500)}
    where id = ${id}`);
}
