import { expect } from 'vitest';
import { checkAnswer } from './answer-shapes.ts';
import type { Answer, GatewayHarness, TestMember } from './gateway-harness.ts';

/** Sends a file to be imported, in pieces as the page does. */
export async function uploadFile(
  gateway: GatewayHarness,
  as: TestMember,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<string> {
  const begun = await gateway.call('POST', 'Imports/Files', {
    as,
    body: { fileName, sizeBytes: bytes.length },
  });
  if (begun.status !== 201) throw new Error(begun.text);
  const { importID, pieceBytes } = begun.body;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const answer = await sendPiece(gateway, as, {
      importID,
      from,
      bytes: bytes.subarray(from, from + pieceBytes),
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  return importID;
}

/** One piece of a file. */
export async function sendPiece(
  gateway: GatewayHarness,
  as: TestMember,
  { importID, from, bytes }: { importID: string; from: number; bytes: Uint8Array },
): Promise<Pick<Answer, 'status' | 'body'>> {
  const path = `Imports/Files/${importID}?from=${from}`;
  const answer = await gateway.app.inject({
    method: 'PUT',
    url: `/api/${path}`,
    headers: { ...(await gateway.headersOf(as)), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  const given = { status: answer.statusCode, body: answer.json() };
  checkAnswer('PUT', path, given);
  return given;
}

/** Uploads a file and imports it, where workers are at work. @returns how it ended */
export async function importFile(
  gateway: GatewayHarness,
  as: TestMember,
  bytes: Uint8Array,
  choices: object = {},
): Promise<Answer['body']> {
  const importID = await uploadFile(gateway, as, { fileName: 'time.csv', bytes });
  const begun = await gateway.call('POST', 'Imports', { as, body: { importID, choices } });
  if (begun.status !== 202) throw new Error(begun.text);
  return settledImport(gateway, as, importID);
}

/** An import of which nothing is under way any more. */
export async function settledImport(
  gateway: GatewayHarness,
  as: TestMember,
  importID: string,
): Promise<Answer['body']> {
  const read = async () => (await gateway.call('GET', `Imports/${importID}`, { as })).body;
  await expect.poll(async () => (await read()).isUnderWay, { timeout: 100_000 }).toBe(false);
  return read();
}
