/** A cell and the minutes that it is to have. */
export type CellChange = { rowKey: string; day: number; minutes: number };

/** What cells and rows can ask of the week; the same object as long as it is shown. */
export type WeekActions = {
  /** Sets the minutes of a cell; 0 empties it. */
  commit(rowKey: string, day: number, minutes: number): void;
  /** Sets several cells as one change. @param told what to say of the number of cells that took it */
  commitAll(changes: readonly CellChange[], told?: (cells: number) => string): void;
  openDetails(rowKey: string, day: number): void;
  /** Copies the minutes of a cell to the days after it: to the end of the selection, else to the next one. */
  fillRight(rowKey: string, day: number, minutes: number): void;
  removeRow(rowKey: string): void;
  /** Keeps a row in every week from this one on, or no longer. */
  pinRow(rowKey: string, isPinned: boolean): void;
  /** @returns whether there was something to take back */
  undo(): boolean;
  redo(): void;
};
