import { AppError } from '@stint/domain/errors.ts';
import { tableOf } from './exports-of-programs.ts';
import type { Source } from './source.ts';

/** Heads as Kimai's own export has them, so that its JSON is read by the same row of the formats. */
const HEADS = [
  'Date',
  'From',
  'To',
  'Duration',
  'User',
  'Email',
  'Customer',
  'Project',
  'Activity',
  'Description',
  'Billable',
  'Tags',
];

/**
 * The list of times that Kimai's API answers. Ids stand for names where it was asked without `full=true`.
 * @throws AppError `file_invalid`
 */
export function jsonSource(text: string): Source {
  const rows = parse(text);
  return tableOf([HEADS, ...rows.map(cells)]);
}

type Named =
  | number
  | string
  | { name?: string; title?: string; username?: string; alias?: string; email?: string; customer?: Named }
  | null;
type Row = Record<string, unknown> & { project?: Named; activity?: Named; user?: Named; customer?: Named };

function parse(text: string): Row[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('file_invalid', {
      message: `This is not JSON, or it is cut off (${cause instanceof Error ? cause.message.slice(0, 120) : ''}).`,
      cause,
    });
  }
  if (Array.isArray(value) && value.every((row) => row !== null && typeof row === 'object' && 'begin' in row))
    return value as Row[];
  throw new AppError('file_invalid', {
    message: 'This JSON is not a list of times as Kimai gives it (each with begin, end and duration).',
  });
}

function cells(row: Row): string[] {
  const begin = textOf(row['begin']);
  const customer = row.customer ?? (typeof row.project === 'object' ? row.project?.customer : null);
  const tags = Array.isArray(row['tags']) ? row['tags'].map(nameOf).join(', ') : '';
  return [
    begin,
    begin,
    textOf(row['end']),
    textOf(row['duration']),
    nameOf(row.user),
    typeof row.user === 'object' ? (row.user?.email ?? '') : '',
    nameOf(customer),
    nameOf(row.project),
    nameOf(row.activity),
    textOf(row['description']),
    textOf(row['billable']),
    tags,
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function nameOf(value: Named | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return value.name ?? value.title ?? value.alias ?? value.username ?? '';
}
