import type { AuthRoute } from '@stint/domain/api/auth/access.ts';
import type { authRoutes } from '@stint/domain/api/auth.ts';
import type { RouteDefinition, RouteTable } from '@stint/domain/api/route.ts';
import type { Handlers } from '../../platform/http.ts';
import type { AuthContexts } from '../mechanisms/access/access.ts';
import type { AuthHandlers } from '../mechanisms/access/handlers.ts';

type AuthTable = Record<string, AuthRoute>;
type AnyHandler = (input: Record<string, unknown>, context: never, http: never) => Promise<unknown>;

/** The same rows and handlers under `/auth/…` for older clients, which name the tenant in the body (protocol 7). */
export function shortPathRoutes(
  table: typeof authRoutes,
  handlers: AuthHandlers,
): { table: RouteTable; handlers: Handlers<RouteTable, AuthContexts> } {
  const rows: Record<string, RouteDefinition> = {};
  const short: Record<string, AnyHandler> = {};
  for (const [key, { params: _params, shortPath, ...row }] of Object.entries(table as AuthTable)) {
    if (!shortPath) continue;
    const shortKey = key.replace('/tenants/:tenantId', '');
    rows[shortKey] = { ...row, summary: `${row.summary}; tenantId in the body` };
    const handler = handlers[key as keyof typeof table] as unknown as AnyHandler;
    short[shortKey] = (input, context, http) => {
      const { tenantId } = (input.body ?? {}) as { tenantId?: string };
      return handler({ ...input, params: { tenantId } }, context, http);
    };
  }
  return { table: rows as RouteTable, handlers: short as unknown as Handlers<RouteTable, AuthContexts> };
}
