/** How much a run measures. */
export type Effort = { rounds: number; milliseconds: number; isQuick: boolean };
