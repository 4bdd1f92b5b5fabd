import type { PageError } from '@stint/domain/page-error.ts';
import { PAGE_ERROR_LENGTHS, PAGE_ERROR_PATH, withoutPersonalData } from '@stint/domain/page-error-rules.ts';
import { ApiError, ConnectionError, SessionEndedError } from './api-error.ts';

/** Reports of one page: an error that repeats says nothing new. */
const MOST_REPORTS = 3;

/** Tells the people who run the product that a page failed; never fails itself. */
export type ReportError = (error: unknown, componentStack?: string) => void;

export type ReporterPage = { path(): string; send(report: PageError): Promise<unknown> };

/** The reporter of one page. What the network did, a dead session and a repeated error are nothing to report. */
export function createErrorReporter(page: ReporterPage = thisPage()): ReportError {
  const told = new Set<string>();
  return (error, componentStack) => {
    if (isExpected(error)) return;
    const report = describeReport(error, componentStack, page.path());
    if (told.size >= MOST_REPORTS || told.has(report.message)) return;
    told.add(report.message);
    page.send(report).catch(() => undefined);
  };
}

function describeReport(error: unknown, componentStack: string | undefined, path: string): PageError {
  const stack = error instanceof Error ? error.stack : undefined;
  const cut = (name: keyof typeof PAGE_ERROR_LENGTHS, text: string) =>
    withoutPersonalData(text).slice(0, PAGE_ERROR_LENGTHS[name]);
  return {
    message: cut('message', messageOf(error)) || 'Unknown error',
    ...(stack ? { stack: cut('stack', stack) } : {}),
    ...(componentStack ? { componentStack: cut('componentStack', componentStack.trim()) } : {}),
    path: cut('path', path),
  };
}

/** A refusal is named by its code: its sentence may be about somebody's data. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code} ${error.requestId ?? ''}`.trim();
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function isExpected(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof SessionEndedError) return true;
  return error instanceof DOMException && error.name === 'AbortError';
}

function thisPage(): ReporterPage {
  return {
    path: () => location.pathname,
    send: (report) =>
      fetch(PAGE_ERROR_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        // The page may be left right after: the report still goes out.
        keepalive: true,
      }),
  };
}
