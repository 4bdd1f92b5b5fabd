import type { ImportSystem } from './formats.ts';
import type { ImportLine } from './line.ts';

/** Parts two texts, and stands in none of them. */
const MARK = '\u{1f}';

/**
 * What an import remembers a line by: the source's own text, so that neither edits nor mappings nor merges here make it
 * another one (decision 043). `place` stays when its minutes or comment are edited in the source; `whole` does not.
 */
export type SourceText = { place: string; whole: string };

/** Names lines one after the other; equal ones are told apart by their order. */
export function createNaming(system: ImportSystem): (line: ImportLine) => SourceText {
  const counts = new Map<string, number>();
  return (line) => {
    const { person, email, client, project, activity, workDate, startText, minutes, comment } = line;
    const place = [system, email || person, client, project, activity, workDate, startText].join(MARK);
    const text = [place, minutes, comment].join(MARK);
    const ordinal = counts.get(text) ?? 0;
    counts.set(text, ordinal + 1);
    return { place, whole: [text, ordinal].join(MARK) };
  };
}
