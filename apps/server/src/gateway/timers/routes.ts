import type { timerRoutes } from '@stint/domain/api/gateway/timers.ts';
import { RawJson } from '../../platform/http.ts';
import { addFields, joinFields, orNull } from '../../platform/json-text.ts';
import type { FeatureHandlers } from '../feature.ts';
import { write } from '../shared/write.ts';
import { changeTimer, discardTimer, findTimer, readTimer, startTimer, stopTimer } from './timers.ts';

export const timerHandlers: FeatureHandlers<typeof timerRoutes> = {
  'GET /Timer': async (_input, context) =>
    new RawJson(
      orNull(
        await context.database.withTenant(context.tenantId, (tx) => findTimer(tx, context), {
          readOnly: true,
        }),
      ),
    ),
  'POST /Timer/Start': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        const saved = await startTimer(tx, context, body);
        return new RawJson(addFields(joinFields({ timer: await readTimer(tx, context) }), { saved }));
      },
      again: async (tx) =>
        new RawJson(
          addFields(joinFields({ timer: await readTimer(tx, context) }), { saved: [] as string[] }),
        ),
    }),
  'PUT /Timer': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await changeTimer(tx, context, body);
        return new RawJson(await readTimer(tx, context));
      },
      again: async (tx) => new RawJson(await readTimer(tx, context)),
    }),
  'POST /Timer/Stop': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: (tx) => stopTimer(tx, context, body),
      // It was stopped by the first request; what it saved is in the week.
      again: async () => ({ saved: [], minutes: 0 }),
    }),
  'DELETE /Timer': (_input, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await discardTimer(tx, context);
        return { isRunning: false };
      },
      again: async () => ({ isRunning: false }),
    }),
};
