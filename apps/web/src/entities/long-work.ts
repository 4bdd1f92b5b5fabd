import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import { newestOf } from '../lib/newest.ts';
import { readWholeFile } from '../lib/read-file.ts';
import { saveFile } from '../lib/save-file.ts';
import type { Call, Session } from '../lib/session.ts';

export type LongWork = Answer<'GET /LongWork'>[number];
export type ReportFile = Body<'POST /Reports/Files'>;

/** What is looked at: the same goes into the file. */
export type ExportedView = Pick<
  ReportFile,
  'from' | 'to' | 'filters' | 'groupBy' | 'rounding' | 'withMoney' | 'about'
>;

/** How often is asked while something is under way. */
const LOOK_MILLISECONDS = 1000;

/** What the person has under way, and the files that are kept, newest first. */
export function longWorkQuery(call: Call) {
  return queryOptions({
    queryKey: ['long-work', 'newest'],
    queryFn: ({ signal }) => newestOf((hearTotal) => call('GET /LongWork', {}, { signal, hearTotal })),
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? LOOK_MILLISECONDS : false),
  });
}

/** Whether it still goes on. */
export function isOpen({ status }: Pick<LongWork, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function beginReportFile(call: Call, body: ReportFile): Promise<LongWork> {
  return call('POST /Reports/Files', { body });
}

/** The whole workspace as a zip. */
export function beginWorkspaceExport(call: Call): Promise<{ transferID: string }> {
  return call('POST /Workspace/Exports', {});
}

export function cancelLongWork(call: Call, id: string): Promise<LongWork> {
  return call('POST /LongWork/:id/Cancel', { params: { id } });
}

/** Saves the file of some work on the person's device; a connection that breaks goes on where it was. */
export async function saveWorkFile(session: Session, work: LongWork, signal: AbortSignal): Promise<void> {
  const { longWorkID, fileName, sizeBytes } = work;
  if (fileName === null || sizeBytes === null) return;
  const open = (from: number) =>
    session.openFile('GET /LongWork/:id/File', { params: { id: longWorkID } }, signal, {
      range: `bytes=${from}-`,
      'if-range': `"${longWorkID}"`,
    });
  saveFile(fileName, await readWholeFile(open, sizeBytes, signal), 'application/octet-stream');
}
