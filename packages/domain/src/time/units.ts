/** Units of real time in milliseconds; a duration is a product of them. A day of a zone may be longer or shorter: `zone.ts`. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Minutes of a clock's day, whatever day it is. */
export const DAY_MINUTES = 24 * 60;
