import type { LongWorkKind } from '@stint/domain/api/gateway/long-work.ts';

const kinds: Record<LongWorkKind, string> = {
  export: 'The whole workspace',
  import: 'Filling this workspace from a file',
  report: 'Report',
  entries: 'Hours from a file',
  undo: 'Taking an import back',
};

/** What is made in the background, and the files that come of it. */
export const files = {
  title: 'Your files',
  text: 'Files are kept for two days. Nobody else sees them.',
  none: 'There is nothing here yet. A report as a file, or a whole workspace, appears here.',
  loading: 'Loading your files…',
  kinds: kinds as Record<string, string>,
  queued: 'Waiting for its turn',
  running: (done: string, total: string) => `${done} of ${total}`,
  started: 'Working…',
  done: (size: string) => size,
  gone: 'No longer kept',
  failed: 'Did not work',
  cancelled: 'Cancelled',
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  save: 'Download',
  saveOf: (name: string) => `Download ${name}`,
  progressOf: (name: string) => `Progress of ${name}`,
};
