import {
  type DecimalReading,
  type DurationWay,
  durationWay,
  formatDuration,
  type ParsedHours,
  parseHours,
} from '@stint/domain/time/hours.ts';
import { language } from '../messages/language.ts';
import type { WorkspaceStart } from './gateway.ts';

// A page is of one workspace, its host's: like its language, how it writes and reads durations is the same in all of it.
let way: DurationWay = 'clock';
let decimalReading: DecimalReading = 'decimal';

/** Says how the workspace of this page shows durations and reads decimals, before any of its screens is drawn. */
export function showDurationsAs(settings: WorkspaceStart['settings']): void {
  way = durationWay(settings, language === 'de' ? ',' : '.');
  decimalReading = settings.decimalReading;
}

/** Minutes as the workspace of this page shows durations: `7:30`, or `7.50`. What is typed is read either way. */
export function formatHours(minutes: number): string {
  return formatDuration(minutes, way);
}

/** Minutes of what somebody typed, decimals as the workspace of this page reads them: `7.30` is 7:18, or 7:30. */
export function readHours(text: string, { maxMinutes }: { maxMinutes: number }): ParsedHours {
  return parseHours(text, { decimalReading, maxMinutes });
}
