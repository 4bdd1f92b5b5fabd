import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@stint/domain/errors.ts';
import type { Heard } from '../../platform/change-feed/follower.ts';
import type { Change } from '../../platform/change-feed/record.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import { changesAfter, listenerOf } from './changes-after.ts';
import { type ChangesAnswer, type Listener, visibleChanges } from './visible.ts';

/** The event streams that this process holds open. */
export type ChangeStreams = {
  /**
   * Events of what the member may see, from a mark on, until the right to them ends.
   * @throws AppError `rate_limited` for too many of one session or in all
   */
  open(context: MemberContext, after: string | null): Promise<Readable>;
  /** Ends all; their readers go on elsewhere from where they are. */
  close(): void;
};

type Stream = {
  context: MemberContext;
  listener: Listener;
  output: PassThrough;
  /** What came while the beginning was read. */
  early: Heard<Change>[] | null;
  isChecking: boolean;
};

/** How often each stream passes all checks of its request again: an ended session or role ends it within twice this. */
const checkEveryMs = 2000;
/** A sign of life each so many checks, for proxies that end what is silent. */
const checksPerHeartbeat = 7;
const mostOfSession = 4;
const mostInAll = 5000;
/** Who reads so much too slowly is let go, and comes back. */
const mostWaitingBytes = 64 * 1024;

export function createChangeStreams(regions: GatewayDeps['regions']): ChangeStreams {
  const streams = new Set<Stream>();
  for (const { feed } of regions.values()) {
    feed.listen(({ items, isGap }) => {
      if (streams.size === 0) return;
      const byTenant = Map.groupBy(items, ({ tenantId }) => tenantId);
      for (const stream of streams) {
        const { tenantId, workspace } = stream.context;
        const ours = byTenant.get(tenantId) ?? [];
        if (workspace.region.feed === feed && (isGap || ours.length > 0))
          hear(stream, { items: ours, isGap });
      }
    });
  }
  let timer: NodeJS.Timeout | null = null;
  let checks = 0;

  function requireRoom({ identity }: MemberContext): void {
    // No outage: a page that was refused here has missed nothing, and goes on from where it was.
    if (streams.size >= mostInAll) throw new AppError('rate_limited', { retryAfterSeconds: 10 });
    const own = [...streams].filter(({ context }) => context.identity.sessionId === identity.sessionId);
    if (own.length < mostOfSession) return;
    const message = `A session can have ${mostOfSession} event streams. Share one among the tabs of a browser.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds: 10 });
  }

  function add(stream: Stream): void {
    streams.add(stream);
    stream.output.once('close', () => {
      streams.delete(stream);
      if (streams.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    });
    timer ??= setInterval(checkAll, checkEveryMs).unref();
  }

  function checkAll(): void {
    checks += 1;
    const isHeartbeat = checks % checksPerHeartbeat === 0;
    for (const stream of streams) {
      if (isHeartbeat) put(stream, ':\n\n');
      void check(stream);
    }
  }

  return {
    async open(context, after) {
      requireRoom(context);
      const output = new PassThrough();
      const listener = { actor: context.actor, approves: new Set<string>() };
      const stream: Stream = { context, listener, output, early: [], isChecking: false };
      add(stream);
      try {
        stream.listener = await listenerOf(context);
        // What comes while this is read may be in it as well: hearing of a thing twice does no harm.
        send(stream, await changesAfter(context, after));
      } catch (error) {
        output.destroy();
        throw error;
      }
      const early = stream.early ?? [];
      stream.early = null;
      for (const heard of early) hear(stream, heard);
      return output;
    },
    close() {
      for (const { output } of streams) output.end();
    },
  };
}

/** Ends the stream of who may not go on: the next call of that person says why. */
async function check(stream: Stream): Promise<void> {
  if (stream.isChecking) return;
  stream.isChecking = true;
  try {
    stream.context = await stream.context.checkAgain();
    stream.listener = { ...stream.listener, actor: stream.context.actor };
  } catch {
    stream.output.end();
  } finally {
    stream.isChecking = false;
  }
}

function hear(stream: Stream, heard: Heard<Change>): void {
  if (stream.early) {
    stream.early.push(heard);
    return;
  }
  const { context, listener } = stream;
  const mark = context.workspace.region.feed.mark() ?? '';
  if (heard.isGap) {
    send(stream, { mark, isComplete: false, changes: [] });
    return;
  }
  // Who decides on whom may be another from here on.
  if (heard.items.some(({ topic }) => topic === 'people')) void renew(stream);
  const changes = visibleChanges(heard.items, listener);
  if (changes.length > 0) send(stream, { mark, isComplete: true, changes });
}

async function renew(stream: Stream): Promise<void> {
  stream.listener = await listenerOf(stream.context).catch(() => {
    stream.output.end();
    return stream.listener;
  });
}

function send(stream: Stream, answer: ChangesAnswer): void {
  put(stream, `id: ${answer.mark}\ndata: ${JSON.stringify(answer)}\n\n`);
}

function put({ output }: Stream, text: string): void {
  if (output.writableEnded || output.destroyed) return;
  output.write(text);
  if (output.writableLength > mostWaitingBytes) output.destroy();
}
