import { formatDuration, type ParsedHours, parseHours } from '@stint/domain/time/hours.ts';
import { ownFormats, ownWays } from './formats.ts';

/** Minutes as the workspace of this page shows durations: `7:30`, or `7.50`. What is typed is read either way. */
export function formatHours(minutes: number): string {
  return formatDuration(minutes, ownWays().duration);
}

/** Minutes of what somebody typed, decimals as the workspace of this page reads them: `7.30` is 7:18, or 7:30. */
export function readHours(text: string, { maxMinutes }: { maxMinutes: number }): ParsedHours {
  return parseHours(text, { decimalReading: ownFormats().decimalReading, maxMinutes });
}
