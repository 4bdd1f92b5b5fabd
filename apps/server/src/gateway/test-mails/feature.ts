import { testMailRoutes } from '@stint/domain/api/gateway/test-mails.ts';
import { AppError } from '@stint/domain/errors.ts';
import { sql } from '../../platform/sql.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { enqueue } from '../jobs/queue.ts';
import { createTestMail } from './mail.ts';

const testMailJob = 'mail.test';

/** Mails that people send themselves, to see what a switch of theirs is about and that it arrives. */
export function testMailFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: testMailRoutes,
    handlers: {
      'POST /TestMails': async ({ body }, { database, tenantId, actor: { teamMemberID } }) => {
        const to = await database.withTenant(tenantId, async (tx) => {
          const row = await tx.maybeOne<{ email: string | null }>(
            sql`select email from app.team_member where tenant_id = ${tenantId} and id = ${teamMemberID}`,
          );
          if (!row?.email) throw new AppError('not_found');
          const payload = { teamMemberID, name: body.name };
          await enqueue(tx, parts.clock, { kind: testMailJob, tenantId, payload });
          return row.email;
        });
        return { to };
      },
    },
    jobs: { [testMailJob]: createTestMail(parts) },
  });
}
