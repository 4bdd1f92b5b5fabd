import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { RouteDefinition, RouteTable } from '@stint/domain/api/route.ts';
import type { Handlers } from '../../platform/http.ts';
import type { AuthContexts } from '../mechanisms/access/access.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';

/** Calls that older clients make without the tenant in the path; `tenantId` is in the body (protocol 7). */
const names = [
  'POST create',
  'POST basic',
  'PUT basic',
  'POST password/migrate',
  'POST link',
  'PUT link',
  'POST reset/link',
  'PUT reset',
  'POST code',
  'PUT code',
  'POST totp',
] as const;

type AnyHandler = (input: Record<string, unknown>, context: never, http: never) => Promise<unknown>;

/** The same rows and handlers under `/auth/…`. */
export function shortPathRoutes(
  table: typeof authRoutes,
  handlers: AuthHandlers,
): { table: RouteTable; handlers: Handlers<RouteTable, AuthContexts> } {
  const rows: Record<string, RouteDefinition> = {};
  const short: Record<string, AnyHandler> = {};
  for (const name of names) {
    const [method, path] = name.split(' ') as [string, string];
    const long = `${method} /tenants/:tenantId/auth/${path}` as keyof typeof table;
    const { params: _params, ...row } = table[long] as RouteDefinition;
    rows[`${method} /auth/${path}`] = { ...row, summary: `${row.summary}; tenantId in the body` };
    const handler = handlers[long] as unknown as AnyHandler;
    short[`${method} /auth/${path}`] = (input, context, http) => {
      const { tenantId } = (input.body ?? {}) as { tenantId?: string };
      return handler({ ...input, params: { tenantId } }, context, http);
    };
  }
  return { table: rows as RouteTable, handlers: short as unknown as Handlers<RouteTable, AuthContexts> };
}
