import type { Entity, Fields, Sent, Shown } from '@stint/domain/api/gateway/entity.ts';
import { type CatalogName, catalog, trashedNames } from '@stint/domain/workspace/catalog.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { repriceDays } from '../totals/count.ts';
import { archiveRow, bringBack, lockVersion, trashRow } from './archiving.ts';
import type { CatalogueWrites } from './catalogue-sql.ts';
import { assignments, changedFields, insertion, pick, requireWritable, type Values } from './columns.ts';
import { type Preview, previewChange } from './preview-change.ts';
import { createRecorder, type Recorded } from './record-change.ts';

/** Writing one kind of thing, each in a transaction of the caller's: adding, changing, archiving, bringing back. */
export function createWriter<Name extends CatalogName, Of extends Fields>(
  { name, fields }: Entity<Name, Of>,
  get: Recorded<Shown<Entity<Name, Of>>>['read'],
  own: CatalogueWrites<Shown<Entity<Name, Of>>, Sent<Entity<Name, Of>>>,
) {
  type Shape = Shown<Entity<Name, Of>>;
  type Input = Sent<Entity<Name, Of>> & Values;
  const trashed = trashedNames.find((each) => each === name);
  const table = raw(`app.${name}`);
  const record = createRecorder<Shape>({
    entity: name,
    ...(catalog[name].isTold
      ? { event: { name: `${name}.changed` as 'client.changed', key: name as string } }
      : {}),
    read: get,
  });

  /** Adds one and writes down what was sent. */
  async function add(
    tx: Transaction,
    context: MemberContext,
    id: string,
    input: Input,
  ): Promise<JsonText<Shape>> {
    requireWritable(fields, context.actor, input);
    own.check?.(input);
    const { tenantId, info } = context;
    const completed: Input = (await own.complete?.(tx, context, input, null)) ?? input;
    const columns = insertion(fields, completed, info.now);
    await tx.run(sql`
      insert into ${table} (tenant_id, id, created_at, updated_at, ${columns.names})
      values (${tenantId}, ${id}, ${info.now}, ${info.now}, ${columns.values})`);
    await own.storeLinks?.(tx, context, id, completed);
    return record(tx, context, id, { action: 'created', after: changedFields(fields, input) });
  }

  /** Changes the fields that were sent. @throws AppError `version_conflict` with the current row */
  async function change(
    tx: Transaction,
    context: MemberContext,
    id: string,
    { version, ...sent }: Input & { version: number },
  ): Promise<JsonText<Shape>> {
    const input = sent as unknown as Input;
    requireWritable(fields, context.actor, input);
    own.check?.(input);
    const { tenantId, info } = context;
    const current = async () => parseJson(await get(tx, context, id));
    await lockVersion(tx, tenantId, { table: name, id, version }, current);
    const before = await current();
    const completed: Input = (await own.complete?.(tx, context, input, before)) ?? input;
    const changes = [
      ...assignments(fields, completed, info.now),
      sql`updated_at = ${info.now}`,
      sql`version = version + 1`,
    ];
    await tx.run(sql`update ${table} set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
    await own.storeLinks?.(tx, context, id, completed);
    if (own.prices?.fields.some((name) => isOther(completed[name], (before as Partial<Shape>)[name])))
      await repriceDays(tx, tenantId, own.prices.days(tenantId, id));
    const after = changedFields(fields, input);
    return record(tx, context, id, {
      action: 'changed',
      after,
      before: pick(before as Values, Object.keys(after)),
    });
  }

  /** What a change would do to what recorded time is worth, by the fields that time is priced by; nothing of it is kept. */
  function preview(context: MemberContext, http: Http, id: string, input: Input): Promise<Preview> {
    const { tenantId, info } = context;
    const { prices } = own;
    if (!prices) throw new Error(`No time is priced by a ${name}.`);
    requireWritable(fields, context.actor, input);
    return previewChange(context, http, async (tx) => {
      const before = parseJson(await get(tx, context, id));
      const completed: Input = (await own.complete?.(tx, context, input, before)) ?? input;
      const changes = [...assignments(fields, completed, info.now), sql`updated_at = ${info.now}`];
      await tx.run(sql`update ${table} set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
      await own.storeLinks?.(tx, context, id, completed);
      return { days: prices.days(tenantId, id), anew: { kind: 'bill', rateId: null } };
    });
  }

  /** Archives one, or moves an unused one to the trash. @returns what to write into the audit */
  async function setAside(
    tx: Transaction,
    context: MemberContext,
    id: string,
    isHard: boolean,
  ): Promise<'archived' | 'deleted'> {
    // What the person does not see is missing to them.
    await get(tx, context, id);
    if (isHard && trashed) await trashRow(tx, context, trashed, id);
    else await archiveRow(tx, context, name, id);
    return isHard && trashed ? 'deleted' : 'archived';
  }

  async function restore(tx: Transaction, context: MemberContext, id: string): Promise<JsonText<Shape>> {
    await get(tx, context, id);
    if (trashed) await bringBack(tx, context, trashed, id);
    return record(tx, context, id, { action: 'restored' });
  }

  return { record, add, change, preview, setAside, restore };
}

/** Whether a value was sent that is not the one of before. */
function isOther(sent: unknown, before: unknown): boolean {
  return sent !== undefined && JSON.stringify(sent) !== JSON.stringify(before);
}
