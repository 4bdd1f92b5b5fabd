import { type DurationWay, durationWay, formatDuration } from '@stint/domain/time/hours.ts';
import { language } from '../messages/language.ts';
import type { WorkspaceStart } from './gateway.ts';

// A page is of one workspace, its host's: like its language, how it writes durations is the same in all of it.
let way: DurationWay = 'clock';

/** Says how the workspace of this page shows durations, before any of its screens is drawn. */
export function showDurationsAs(settings: WorkspaceStart['settings']): void {
  way = durationWay(settings, language === 'de' ? ',' : '.');
}

/** Minutes as the workspace of this page shows durations: `7:30`, or `7.50`. What is typed is read either way. */
export function formatHours(minutes: number): string {
  return formatDuration(minutes, way);
}
