import type { teamRoutes } from '@stint/domain/api/gateway/team.ts';
import { AppError } from '@stint/domain/errors.ts';
import { unseen } from '../../platform/change-feed/record.ts';
import type { Transaction } from '../../platform/database.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { answerJson } from '../shared/answer.ts';
import type { CatalogQuery } from '../shared/following.ts';
import { answerList, readList } from '../shared/list.ts';
import { write } from '../shared/write.ts';
import { getMember, type MemberJson, memberList } from './queries.ts';
import {
  archiveMember,
  createPlaceholder,
  mergeMembers,
  type RoleWriter,
  restoreMember,
  updateMember,
} from './team.ts';

/** Own preferences are small: theme, shortcuts, notifications. */
const maxPreferenceBytes = 16 * 1024;

type Written = Promise<JsonText<MemberJson>>;

export function teamHandlers(parts: GatewayParts): FeatureHandlers<typeof teamRoutes> {
  const roleWriter =
    ({ workspace }: MemberContext): RoleWriter =>
    (userUuid, roles) =>
      parts.provider.setRoles(workspace.publicId, userUuid, roles);

  async function change(
    context: MemberContext,
    http: Http,
    id: string,
    work: { repeatable(tx: Transaction): Written } | { once(tx: Transaction, setRoles: RoleWriter): Written },
  ): Promise<RawJson<MemberJson>> {
    const text = await write(context, http, {
      entity: { id },
      again: (tx, entity) => getMember(tx, context.tenantId, context.actor, entity.id),
      ...('repeatable' in work
        ? { work: work.repeatable }
        : // The provider is called inside: a repeated try would call it again.
          { work: (tx) => work.once(tx, roleWriter(context)), options: { attempts: 1 } }),
    });
    return new RawJson(text);
  }

  return {
    'GET /TeamMember/GetTeam/:id': ({ params, query }, context, http) => {
      const { actor, workspace } = context;
      if (params.id !== actor.teamMemberID && params.id !== workspace.publicId)
        throw new AppError('not_found');
      return list(context, http, query, false);
    },
    'GET /TeamMember/GetArchivedTeam': ({ query }, context, http) => list(context, http, query, true),
    'GET /TeamMember/:id': async ({ params }, { database, tenantId, actor }, http) =>
      answerJson(
        http,
        await database.withTenant(tenantId, (tx) => getMember(tx, tenantId, actor, params.id), {
          readOnly: true,
        }),
      ),
    'POST /TeamMember/Placeholders': ({ body: { teamMemberID, ...input } }, context, http) => {
      const id = teamMemberID ?? newId();
      return change(context, http, id, { repeatable: (tx) => createPlaceholder(tx, context, id, input) });
    },
    'POST /TeamMember/:id/Merge': ({ params, body }, context, http) =>
      change(context, http, params.id, {
        repeatable: (tx) => mergeMembers(tx, context, params.id, body.from),
      }),
    'PUT /TeamMember/:id': ({ params, body }, context, http) => {
      if (body.role === 'owner') requireStepUp(context.identity, context.info.now);
      return change(context, http, params.id, {
        once: (tx, setRoles) => updateMember(tx, context, setRoles, { ...body, id: params.id }),
      });
    },
    'DELETE /TeamMember/:id': ({ params }, context, http) =>
      change(context, http, params.id, {
        once: (tx, setRoles) => archiveMember(tx, context, setRoles, params.id),
      }),
    'PUT /TeamMember/:id/Restore': ({ params }, context, http) =>
      change(context, http, params.id, {
        once: (tx, setRoles) => restoreMember(tx, context, setRoles, params.id),
      }),
    'GET /TeamMember/:id/Preferences': async ({ params }, context) => {
      requireSelf(context, params.id);
      const { database, tenantId } = context;
      const [row] = await database.tenantRows<{ preferences: Record<string, unknown> }>(
        tenantId,
        sql`select preferences from app.team_member where tenant_id = ${tenantId} and id = ${params.id}`,
      );
      return row?.preferences ?? {};
    },
    'PUT /TeamMember/:id/Preferences': async ({ params, body }, context) => {
      requireSelf(context, params.id);
      const text = JSON.stringify(body);
      if (Buffer.byteLength(text) > maxPreferenceBytes) throw new AppError('payload_too_large');
      const { database, tenantId } = context;
      await database.tenantRows(
        tenantId,
        unseen(
          sql`update app.team_member set preferences = ${text}::jsonb where tenant_id = ${tenantId} and id = ${params.id}`,
        ),
      );
      return body;
    },
  };
}

function requireSelf({ actor }: MemberContext, id: string): void {
  if (id !== actor.teamMemberID) throw new AppError('not_found');
}

async function list(
  { database, tenantId, actor }: MemberContext,
  http: Http,
  query: CatalogQuery,
  archived: boolean,
): Promise<RawJson<MemberJson[]>> {
  const page = await database.withTenant(
    tenantId,
    (tx) => readList(tx, memberList(tenantId, actor, query, archived), query),
    { readOnly: true },
  );
  return answerList(http, page);
}
