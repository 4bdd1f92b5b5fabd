import type { RowHead } from './sheet.ts';

/** `Acme › Website › Design`, as far as there is something. */
export function rowLabel({ clientName, projectName, activityName }: RowHead): string {
  return [clientName, projectName, activityName].filter(Boolean).join(' › ');
}
