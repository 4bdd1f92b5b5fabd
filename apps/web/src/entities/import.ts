import { queryOptions } from '@tanstack/react-query';
import { ApiError, restOf } from '../lib/api-error.ts';
import type { Answer, Body } from '../lib/gateway.ts';
import { newestOf } from '../lib/newest.ts';
import { saveFile } from '../lib/save-file.ts';
import type { Call, Session } from '../lib/session.ts';

export type Import = Answer<'GET /Imports'>[number];
export type ImportPreview = Answer<'POST /Imports/Preview'>;
export type ImportChoices = NonNullable<Body<'POST /Imports/Preview'>['choices']>;

/** A file of half a million lines is read line by line. */
const PREVIEW_MILLISECONDS = 120_000;

/** How often is asked while an import is under way. */
const LOOK_MILLISECONDS = 1000;

/** What was imported, the latest first; files that were never taken over are left out. */
export function importsQuery(call: Call) {
  return queryOptions({
    queryKey: ['imports', 'newest'],
    queryFn: ({ signal }) => newestOf((hearTotal) => call('GET /Imports', {}, { signal, hearTotal })),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ isUnderWay }) => isUnderWay) ? LOOK_MILLISECONDS : false,
  });
}

/**
 * Sends a file in pieces; where one got lost, or came twice, it goes on from where the server is.
 * @param tell hears how many bytes are there
 * @returns the id of the import
 */
export async function sendFile(
  call: Call,
  file: File,
  { signal, tell }: { signal: AbortSignal; tell: (bytes: number) => void },
): Promise<string> {
  const { importID, pieceBytes } = await call(
    'POST /Imports/Files',
    { body: { fileName: file.name, sizeBytes: file.size } },
    { signal },
  );
  for (let from = 0; from < file.size; ) {
    const bytes = await file.slice(from, from + pieceBytes).arrayBuffer();
    from = await sendPiece(call, { importID, from, bytes, signal });
    tell(from);
  }
  return importID;
}

async function sendPiece(
  call: Call,
  {
    importID,
    from,
    bytes,
    signal,
  }: { importID: string; from: number; bytes: ArrayBuffer; signal: AbortSignal },
): Promise<number> {
  const params = { id: importID };
  try {
    const input = { params, query: { from } };
    return (await call('PUT /Imports/Files/:id', input, { signal, bytes })).receivedBytes;
  } catch (error) {
    // An answer that was lost on the way: the piece is there already.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const { receivedBytes } = await call('GET /Imports/Files/:id', { params }, { signal });
    if (receivedBytes <= from) throw error;
    return receivedBytes;
  }
}

/** What a file is and what importing it would do; nothing is changed by it. */
export function previewImport(call: Call, importID: string, choices: ImportChoices, signal: AbortSignal) {
  return call(
    'POST /Imports/Preview',
    { body: { importID, choices } },
    { signal, patience: PREVIEW_MILLISECONDS },
  );
}

/** Takes the file over in the background, all of it or nothing. */
export function beginImport(call: Call, importID: string, choices: ImportChoices): Promise<Import> {
  return call('POST /Imports', { body: { importID, choices } });
}

/** Takes an import back in the background. */
export function undoImport(call: Call, id: string): Promise<Import> {
  return call('DELETE /Imports/:id', { params: { id } });
}

/** The lines that cannot be taken, with the reason of each. */
export async function saveRefusedLines(
  { openFile }: Pick<Session, 'openFile'>,
  id: string,
  fileName: string,
): Promise<void> {
  const answer = await openFile(
    'GET /Imports/:id/RefusedLines',
    { params: { id } },
    AbortSignal.timeout(60_000),
  );
  saveFile(fileName, await restOf(answer.blob()), 'text/csv');
}
