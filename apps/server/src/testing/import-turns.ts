import { countsOf } from '../platform/database.ts';
import { raw, sql } from '../platform/sql.ts';
import type { GatewayDesk } from './gateway-desk.ts';
import type { Answer, TestMember, TestWorkspace } from './gateway-harness.ts';
import { settledImport, uploadFile } from './uploads.ts';
import { untilWaiting } from './waiting.ts';

/** A file of these lines. */
export const linesOfTime = (...rows: string[]) =>
  Buffer.from(
    `Date,Email,Client,Project,Activity,Start time,Duration,Description,Tags\n${rows.join('\n')}\n`,
  );

/** @returns the import, which is not at its end yet */
export async function beginImport(
  desk: GatewayDesk,
  as: TestMember,
  bytes: Uint8Array,
  choices: object = {},
): Promise<string> {
  const importID = await uploadFile(desk.gateway, as, { fileName: 'time.csv', bytes });
  const { status, text } = await desk.post('Imports', { importID, choices }, as);
  if (status !== 202) throw new Error(text);
  return importID;
}

type Importing = {
  place: TestWorkspace;
  bytes: Uint8Array;
  choices?: object;
  /** Who imports; the owner where absent. */
  as?: TestMember;
};

/** An import that waits for a table to be free, while something else is done. */
export async function whileImporting(
  desk: GatewayDesk,
  { place, bytes, choices, as = place.owner }: Importing,
  { table, mode }: { table: string; mode: string },
  meanwhile: () => Promise<Answer>,
): Promise<{ ended: Answer['body']; answer: Answer | undefined; retried: number }> {
  const database = desk.gateway.owner(place);
  // Of what PostgreSQL ended to free another, an import fails and a merge is tried again.
  const retries = () => countsOf(desk.gateway.databases.us.database.pool).retries;
  const before = retries();
  let importID = '';
  let asked: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`lock table app.${raw(table)} in ${raw(mode)} mode`);
    importID = await beginImport(desk, as, bytes, choices);
    await untilWaiting(database, 1);
    asked = meanwhile();
    await untilWaiting(database, 2);
  });
  const answer = await asked;
  const ended = await settledImport(desk.gateway, as, importID);
  return { ended, answer, retried: retries() - before };
}
