import type { timerRoutes } from '@stint/domain/api/gateway/timers.ts';
import type { Queryable } from '../../platform/database.ts';
import { RawJson } from '../../platform/http.ts';
import { addFields, type JsonText, joinFields, orNull } from '../../platform/json-text.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { write } from '../shared/write.ts';
import { discardDraft, mendDraft } from './drafts.ts';
import { requireEnd, requireStart, requireZone } from './instants.ts';
import { type Kept, keepSpan } from './keep.ts';
import { readOverview } from './overview.ts';
import { changeTimer, findTimer, readTimer, startTimer, stopTimer, throwAway } from './timers.ts';
import { undoStop } from './undo.ts';
import { mergeWork, noWork } from './work.ts';

/** It was kept by the first request: as what, the week and the overview tell. */
const keptBefore = async (): Promise<Kept> => ({ saved: [], minutes: 0, drafts: [] });

export const timerHandlers: FeatureHandlers<typeof timerRoutes> = {
  'GET /Timer': async (_input, context) =>
    new RawJson(orNull(await reading(context, (tx) => findTimer(tx, context)))),
  'GET /Timer/Overview': async (_input, context) =>
    new RawJson(await reading(context, (tx) => readOverview(tx, context))),
  'POST /Timer/Start': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        const before = await startTimer(tx, context, body);
        return new RawJson(started(await readTimer(tx, context), before));
      },
      again: async (tx) => new RawJson(started(await readTimer(tx, context), await keptBefore())),
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
    write(context, http, { entity: {}, work: (tx) => stopTimer(tx, context, body), again: keptBefore }),
  'POST /Timer/Record': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: (tx) => {
        const startedAt = requireStart(body.startedAt, context.info.now);
        const endedAt = requireEnd(body.endedAt, context.info.now, startedAt);
        const timeZone = requireZone(context, body.timeZone);
        return keepSpan(tx, context, { ...mergeWork(noWork, body), startedAt, endedAt, timeZone });
      },
      again: keptBefore,
    }),
  'POST /Timer/Undo': ({ body }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await undoStop(tx, context, body);
        return new RawJson(await readTimer(tx, context));
      },
      again: async (tx) => new RawJson(await readTimer(tx, context)),
    }),
  'DELETE /Timer': ({ query }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await throwAway(tx, context, query);
        return { isRunning: false };
      },
      again: async () => ({ isRunning: false }),
    }),
  'PUT /Timer/Drafts/:draftID': ({ params, body }, context, http) =>
    write(context, http, {
      entity: {},
      work: (tx) => mendDraft(tx, context, params.draftID, body),
      again: keptBefore,
    }),
  'DELETE /Timer/Drafts/:draftID': ({ params }, context, http) =>
    write(context, http, {
      entity: {},
      work: async (tx) => {
        await discardDraft(tx, context, params.draftID);
        return params;
      },
      again: async () => params,
    }),
};

function started(
  timer: JsonText<Awaited<ReturnType<typeof readTimer>> extends JsonText<infer Timer> ? Timer : never>,
  { saved, drafts }: Pick<Kept, 'saved' | 'drafts'>,
) {
  return addFields(joinFields({ timer }), { saved, drafts });
}

/** Reads in one transaction of the caller's workspace. */
function reading<Value>({ database, tenantId }: MemberContext, work: (tx: Queryable) => Promise<Value>) {
  return database.withTenant(tenantId, work, { readOnly: true });
}
