import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import { answerJson } from './answer.ts';
import { auditSource, writeAudit } from './audit.ts';
import { tellListeners } from './events.ts';
import { bumpCatalog } from './sql-json.ts';
import { write } from './write.ts';

/** One kind of thing whose changes are recorded: how it is read, and what the audit and listeners call it. */
export type Recorded<Shape> = {
  entity: string;
  /** Its event, and its key in that; absent: nobody listens. */
  event?: { name: WebhookEventName; key: string };
  read(tx: Transaction, context: MemberContext, id: string): Promise<JsonText<Shape>>;
};

/** What was done to a thing. `before` and `after` hold the fields that changed, by their wire names. */
export type Change = { action: string; after?: unknown; before?: unknown };

/** Ends every change: kept answers with older names become invalid, the audit and listeners hear of it. Gives the row as it is now. */
export function createRecorder<Shape>({ entity, event, read }: Recorded<Shape>) {
  return async function recordChange(
    tx: Transaction,
    context: MemberContext,
    id: string,
    change: Change,
  ): Promise<JsonText<Shape>> {
    await Promise.all([
      bumpCatalog(tx, context.tenantId),
      writeAudit(tx, auditSource(context), [{ entity, entityId: id, ...change }]),
    ]);
    const text = await read(tx, context, id);
    if (event)
      await tellListeners(tx, context, event.name, { action: change.action, [event.key]: parseJson(text) });
    return text;
  };
}

/** A write about one row, answered with the row; asked again, with the row as it is then. */
export async function writeRow<Shape>(
  context: MemberContext,
  http: Http,
  {
    id,
    read,
    work,
  }: Pick<Recorded<Shape>, 'read'> & {
    id: string;
    work: (tx: Transaction) => Promise<JsonText<Shape>>;
  },
): Promise<RawJson<Shape>> {
  const text = await write(context, http, {
    entity: { id },
    work,
    again: (tx, entity) => read(tx, context, entity.id),
  });
  return answerJson(http, text);
}
