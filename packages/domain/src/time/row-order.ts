import { compareNames } from '../compare-names.ts';

/** What a row of a week is named by. */
export interface RowName {
  clientName: string | null;
  projectName: string;
  activityName: string | null;
}

/** The order of the rows of a week wherever they stand: by client, those of none last; then by project and activity. */
export function compareRows(a: RowName, b: RowName): number {
  if ((a.clientName === null) !== (b.clientName === null)) return a.clientName === null ? 1 : -1;
  return (
    compareNames(a.clientName ?? '', b.clientName ?? '') ||
    compareNames(a.projectName, b.projectName) ||
    compareNames(a.activityName ?? '', b.activityName ?? '')
  );
}
