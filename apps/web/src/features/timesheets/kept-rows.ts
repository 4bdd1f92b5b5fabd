import type { RowHead } from './sheet.ts';
import { rowKey } from './sheet.ts';

/** Rows without hours live on this device until hours are typed or they are removed. */
export type KeptRows = {
  read(weekEndDate: string): RowHead[];
  add(weekEndDate: string, row: RowHead): void;
  remove(weekEndDate: string, key: string): void;
};

export function createKeptRows(storage: Storage, owner: { userId: string; tenantId: string }): KeptRows {
  const keyOf = (weekEndDate: string) => `stint.rows.${owner.userId}.${owner.tenantId}.${weekEndDate}`;
  const read = (weekEndDate: string) => JSON.parse(storage.getItem(keyOf(weekEndDate)) ?? '[]') as RowHead[];
  const write = (weekEndDate: string, rows: RowHead[]) => {
    if (rows.length === 0) storage.removeItem(keyOf(weekEndDate));
    else storage.setItem(keyOf(weekEndDate), JSON.stringify(rows));
  };
  return {
    read,
    add(weekEndDate, { projectID, activityID, projectName, clientName, activityName, isBillable, color }) {
      const row = { projectID, activityID, projectName, clientName, activityName, isBillable, color };
      const others = read(weekEndDate).filter((other) => rowKey(other) !== rowKey(row));
      write(weekEndDate, [...others, row]);
    },
    remove(weekEndDate, key) {
      write(
        weekEndDate,
        read(weekEndDate).filter((row) => rowKey(row) !== key),
      );
    },
  };
}
