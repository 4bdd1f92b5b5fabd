import type { RowHead } from './sheet.ts';
import { rowKey } from './sheet.ts';

/** Rows without hours live on this device until hours are typed or they are removed, week by week. */
export type KeptRows = {
  /** @param place the week, after the person where it is not the own one */
  read(place: string): RowHead[];
  add(place: string, row: RowHead): void;
  remove(place: string, key: string): void;
  /** All rows of a place at once. */
  write(place: string, rows: readonly RowHead[]): void;
};

export function createKeptRows(storage: Storage, owner: { userId: string; tenantId: string }): KeptRows {
  const keyOf = (place: string) => `stint.rows.${owner.userId}.${owner.tenantId}.${place}`;
  const read = (place: string) => JSON.parse(storage.getItem(keyOf(place)) ?? '[]') as RowHead[];
  const write = (place: string, rows: readonly RowHead[]) => {
    if (rows.length === 0) storage.removeItem(keyOf(place));
    else storage.setItem(keyOf(place), JSON.stringify(rows));
  };
  return {
    read,
    write,
    add(place, { projectID, activityID, projectName, clientName, activityName, isBillable, color }) {
      const row = { projectID, activityID, projectName, clientName, activityName, isBillable, color };
      const others = read(place).filter((other) => rowKey(other) !== rowKey(row));
      write(place, [...others, row]);
    },
    remove(place, key) {
      write(
        place,
        read(place).filter((row) => rowKey(row) !== key),
      );
    },
  };
}
