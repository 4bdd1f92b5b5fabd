import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from './check.ts';

const desk = openGatewayDesk();

test.each(['rate', 'entry'])(
  'an entry that changes while a rate does is billed by the new one, also where the %s was first',
  async (first) => {
    const { workspace, gateway } = desk;
    const db = gateway.owner(workspace);
    const { projectID } = (
      await desk.post('Projects', { projectName: newId(), rateMode: 'project', hourlyRate: 6_000 })
    ).body;
    const { timesheetID } = (await desk.post('TimeSheet', { projectID, workDate: '2026-03-17', minutes: 60 }))
      .body;
    const { version } = (await desk.get(`Projects/${projectID}`)).body;
    const asks = [
      () => desk.put(`Projects/${projectID}`, { version, hourlyRate: 9_000 }),
      () => desk.put(`TimeSheet/${timesheetID}`, { version: 1, minutes: 30 }),
    ];
    const begun: ReturnType<typeof desk.put>[] = [];
    await db.transaction(async (tx) => {
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
      // Which both write once they have counted.
      await tx.run(sql`lock table app.audit_event in share mode`);
      for (const ask of first === 'rate' ? asks : asks.toReversed()) {
        begun.push(ask());
        await untilWaiting(db, begun.length);
      }
    });
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200);
    const filters = [{ field: 'project', is: 'is', values: [projectID] }];
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const { body } = await desk.post('Reports/Query', { ...range, groupBy: [], withMoney: true, filters });
    expect(body.totals.amounts[0].amount).toBe(4_500);
    expect(await findDifferences(db, workspace.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  },
);
