/** How much a run measures, and where a set that takes long to make stays. */
export type Effort = { rounds: number; milliseconds: number; isQuick: boolean; keptIn?: string | undefined };
