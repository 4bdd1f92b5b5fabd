import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../context.ts';
import type { Part } from '../http/handlers.ts';
import { listStoredMessages } from './outbox.ts';

/** Messages of the test world, for automation and the outbox page (auth protocol 17). */
export function outboxRoutes(context: AuthContext): Part<'GET /outbox'> {
  return {
    async 'GET /outbox'({ query }, { key }) {
      if (key.mode !== 'test') throw new AppError('not_found');
      const messages = await listStoredMessages(context, key.rootTenantId, query.to);
      return {
        results: messages.map(({ createdAt, ...message }) => ({
          ...message,
          createdAt: createdAt.toISOString(),
        })),
      };
    },
  };
}
