/** A folder's name by the time it was begun, in UTC: `2026-11-21T08-00-00-000Z`. Names sort as times do. */
export function folderName(at: Date): string {
  return at.toISOString().replace(/[:.]/g, '-');
}

/** When a folder of that name was begun; null for any other name. */
export function takenAt(name: string): Date | null {
  const [, day, hour, minute, second, milliseconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** No copy of the databases is kept longer, so that what was erased is gone everywhere (security 13 and 14). */
export const keptDays = 35;
