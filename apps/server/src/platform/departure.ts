/** Whether this process is about to end: said once, before anything stops, and heard by health checks and every answer. */
export type Departure = {
  readonly hasBegun: boolean;
  begin(): void;
};

export function createDeparture(): Departure {
  let hasBegun = false;
  return {
    get hasBegun() {
      return hasBegun;
    },
    begin() {
      hasBegun = true;
    },
  };
}
