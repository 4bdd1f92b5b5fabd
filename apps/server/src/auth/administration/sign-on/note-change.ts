import type { Queryable } from '../../../platform/database.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import type { AdministrationRequest } from '../request.ts';
import { tenantEvent } from '../tenant-event.ts';

/** Audits a change of how a tenant's people sign in (security 12). */
export function noteChange(
  { context, caller, tenant }: AdministrationRequest,
  db: Queryable,
  detail: Record<string, unknown>,
): Promise<void> {
  return audit(db, tenantEvent(caller, tenant.id, 'idp.changed', detail), context.clock.now());
}
