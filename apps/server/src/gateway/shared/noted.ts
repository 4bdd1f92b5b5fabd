import type { WebhookEventName } from '@stint/domain/api/gateway/webhooks.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import { answerJson } from './answer.ts';
import { auditSource, writeAudit } from './audit.ts';
import { tellListeners } from './events.ts';
import { bumpCatalog } from './sql-json.ts';
import { write } from './write.ts';

/** One kind of named thing: how it is read as JSON text, and what the audit and listeners call it. */
export type NamedKind<Shape> = {
  entity: 'client' | 'activity' | 'project' | 'teamMember';
  event: WebhookEventName;
  /** Its key in an event. */
  key: string;
  read(tx: Transaction, context: MemberContext, id: string): Promise<JsonText<Shape>>;
};

/** Ends every change: kept answers with older names become invalid, the audit and listeners hear of it. Gives the row as it is now. */
export function createNoted<Shape>({ entity, event, key, read }: NamedKind<Shape>) {
  return async function noted(
    tx: Transaction,
    context: MemberContext,
    id: string,
    action: string,
    after?: unknown,
    before?: unknown,
  ): Promise<JsonText<Shape>> {
    await Promise.all([
      bumpCatalog(tx, context.tenantId),
      writeAudit(tx, auditSource(context), [{ entity, entityId: id, action, before, after }]),
    ]);
    const text = await read(tx, context, id);
    await tellListeners(tx, context, event, { action, [key]: JSON.parse(text) });
    return text;
  };
}

/** A write about one row, answered with the row; asked again, with the row as it is then. */
export async function writeRow<Shape>(
  context: MemberContext,
  http: Http,
  id: string,
  read: NamedKind<Shape>['read'],
  work: (tx: Transaction) => Promise<JsonText<Shape>>,
): Promise<RawJson<Shape>> {
  const text = await write(context, http, {
    entity: { id },
    work,
    again: (tx, entity) => read(tx, context, entity.id),
  });
  return answerJson(http, text);
}
