/** What cells and rows can ask of the week; the same object as long as the page lives. */
export type WeekActions = {
  /** Sets the minutes of a cell; 0 empties it. */
  commit(rowKey: string, day: number, minutes: number): void;
  openDetails(rowKey: string, day: number): void;
  /** Copies the cell to the next day. */
  fillRight(rowKey: string, day: number): void;
  removeRow(rowKey: string): void;
  undo(): void;
};
