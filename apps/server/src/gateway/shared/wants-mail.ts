import type { Notification } from '@stint/domain/workspace/notifications.ts';
import { raw, type Sql } from '../../platform/sql.ts';

/** Whether member `alias` did not switch this kind of mail off; the same as `wantsMail` of the domain. */
export function wantsMail(alias: 'm' | 'a' | 'me', name: Notification): Sql {
  return raw(`(${alias}.preferences #> '{notifications,${name}}' is distinct from 'false'::jsonb)`);
}
