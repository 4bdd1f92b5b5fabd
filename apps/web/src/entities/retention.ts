import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Retention = Answer<'GET /Workspace/Retention'>;
export type RetentionPreview = Answer<'GET /Workspace/Retention/Preview'>;

/** How long recorded time is kept. */
export function retentionQuery(call: Call) {
  return queryOptions({
    queryKey: ['retention'],
    queryFn: ({ signal }) => call('GET /Workspace/Retention', {}, { signal }),
  });
}

/** What would go on the first day. */
export function previewRetention(call: Call, months: number) {
  return call('GET /Workspace/Retention/Preview', { query: { months: String(months) } });
}

/** @param version of what it replaces, 0 where nothing was ever set */
export function setRetention(call: Call, months: number, version: number) {
  return call('PUT /Workspace/Retention', { body: { months, version } });
}

export function endRetention(call: Call) {
  return call('DELETE /Workspace/Retention', {});
}
