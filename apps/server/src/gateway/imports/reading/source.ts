import { AppError } from '@stint/domain/errors.ts';
import type { SourceRow } from '@stint/domain/time/import/evidence.ts';
import type { LineProblem } from '@stint/domain/time/import/line.ts';

/** More than any tracker writes. */
export const MOST_COLUMNS = 200;

export function tooManyColumns(line: number, count: number | string): AppError {
  return new AppError('file_invalid', {
    message: `Line ${line}: there are ${count} columns, and a file may have ${MOST_COLUMNS}. Remove those that are not needed.`,
  });
}

/** Lines of one file (security 11). */
export const MOST_LINES = 500_000;

/** Rows of a file, heads and all, as often as they are asked for. */
export type Source = {
  /** Visits row after row until the visitor says no. */
  each(visit: (row: SourceRow) => boolean): void;
  /** The last line has no end, so it may be cut off. */
  endsInside: boolean;
  /** Cells that are no text by themselves, known before anybody reads them as time. */
  problems?: readonly LineProblem[];
};

/** What a file holds besides time, or instead of it. */
export type Catalogue = {
  clients: string[];
  projects: { client: string; project: string }[];
  people: { person: string; email: string }[];
  activities: string[];
  tags: string[];
};

export const emptyCatalogue: Catalogue = { clients: [], projects: [], people: [], activities: [], tags: [] };
