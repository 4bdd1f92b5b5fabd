import type { rateRoutes } from '@stint/domain/api/gateway/rates.ts';
import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import { parseJson } from '../../platform/json-text.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { answerJson } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { inOneTrip, listJson } from '../shared/json-sql.ts';
import { previewChange } from '../shared/preview-change.ts';
import { write } from '../shared/write.ts';
import {
  checkRate,
  daysOf,
  dropRate,
  getRate,
  getRemoved,
  getSame,
  rateItem,
  rateRows,
  setRate,
  storeRate,
} from './rates.ts';

const order =
  'r.team_member_id nulls first, r.client_id, r.kind, r.project_id nulls first, r.activity_id nulls first, r.effective_from';

/** The past of a large project is priced in one transaction. */
const patience = { statementTimeoutMs: 30_000 } as const;

/** Rates, each from a date on; what an hour costs is for owner and admin alone. */
export const rateHandlers: FeatureHandlers<typeof rateRoutes> = {
  'GET /Rates': async ({ query }, { database, tenantId, actor }, http) => {
    const filters: (Sql | null)[] = [
      can(actor, 'rate.seeCost') ? sql`true` : sql`r.kind = 'bill'`,
      query.teamMemberID === undefined ? null : sql`r.team_member_id = ${query.teamMemberID}`,
      query.projectID === undefined ? null : sql`r.project_id = ${query.projectID}`,
      query.activityID === undefined ? null : sql`r.activity_id = ${query.activityID}`,
      query.clientID === undefined ? null : sql`r.client_id = ${query.clientID}`,
    ];
    const which = join(
      filters.filter((filter): filter is Sql => filter !== null),
      ' and ',
    );
    const statement = (text: Sql) => sql`select ${text} from ${rateRows(tenantId)} where ${which}`;
    return answerJson(http, await listJson(inOneTrip(database, tenantId), rateItem, order, statement));
  },
  'POST /Rates': async ({ body: { believed, withApproved = false, ...body } }, context, http) => {
    const { tenantId } = context;
    const rate = checkRate(body, context);
    if (withApproved) requireOwner(context);
    const text = await write(context, http, {
      entity: { id: newId() },
      options: patience,
      work: async (tx, { id }) => {
        const stored = await setRate(tx, rate, { context, id, believed }, { withApproved });
        const after = { ...body, currency: rate.currency, ...(withApproved ? { withApproved } : {}) };
        await writeAudit(tx, auditSource(context), [
          { entity: 'rate', entityId: stored, action: 'set', after },
        ]);
        return getRate(tx, tenantId, stored);
      },
      again: (tx) => getSame(tx, tenantId, rate),
    });
    return new RawJson(text);
  },
  'POST /Rates/Preview': ({ body }, context, http) => {
    const rate = checkRate(body, context);
    return previewChange(context, http, async (tx) => {
      const rateId = await storeRate(tx, rate, { context, id: newId(), believed: undefined });
      return { days: daysOf(context.tenantId, rate), anew: { kind: rate.kind, rateId } };
    });
  },
  'DELETE /Rates/:id': async ({ params }, context, http) => {
    const { tenantId } = context;
    const text = await write(context, http, {
      entity: { id: params.id },
      options: patience,
      work: async (tx) => {
        const before = await getRate(tx, tenantId, params.id);
        await dropRate(tx, tenantId, parseJson(before));
        await writeAudit(tx, auditSource(context), [
          { entity: 'rate', entityId: params.id, action: 'removed', before: parseJson(before) },
        ]);
        return before;
      },
      again: (tx, { id }) => getRemoved(tx, tenantId, id),
    });
    return new RawJson(text);
  },
};

/** What was approved is agreed between people: another amount for it needs the word of an owner, not that of a program. */
function requireOwner({ actor, identity }: MemberContext): void {
  if (can(actor, 'rate.changeApproved') && identity.kind === 'session') return;
  throw new AppError('forbidden', {
    message:
      'Only an owner who is signed in changes the amounts of approved time. Leave withApproved out, or ask one.',
  });
}
