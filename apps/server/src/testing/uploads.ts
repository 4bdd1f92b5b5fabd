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
