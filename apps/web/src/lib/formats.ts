import { FIRST_FORMATS, type Formats, type Ways, waysOf } from '@stint/domain/workspace/formats.ts';
import { language } from '../messages/language.ts';

// A page is of one workspace, its host's: like its language, how it writes and reads is the same in all of it.
let formats: Formats = FIRST_FORMATS;
let ways: Ways = waysOf(formats, language);

/** Says how the workspace of this page writes, before any of its screens is drawn. */
export function writeAs(own: Formats): void {
  formats = own;
  ways = waysOf(own, language);
}

/** How the workspace of this page writes numbers, dates, times of day and durations. */
export function ownWays(): Ways {
  return ways;
}

/** What the workspace of this page has set of it. */
export function ownFormats(): Formats {
  return formats;
}
