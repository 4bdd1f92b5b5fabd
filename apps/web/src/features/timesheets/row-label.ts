import type { RowHead } from './sheet.ts';

type Names = Pick<RowHead, 'clientName' | 'projectName' | 'activityName'>;

/** `Acme › Website › Design`, as far as there is something. */
export function rowLabel({ clientName, projectName, activityName }: Names): string {
  return [clientName, projectName, activityName].filter(Boolean).join(' › ');
}
