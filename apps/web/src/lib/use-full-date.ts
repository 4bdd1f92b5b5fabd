import { formatDate } from '@stint/domain/time/format-date.ts';
import { useApp } from './app-context.ts';
import { today } from './today.ts';

/** Writes a full date, or the date of an instant where the person is, as the workspace has set; a dash where there is none. */
export function useFullDate(): (date: string | null) => string {
  const { dateFormat } = useApp().start.settings;
  return (date) => (date ? formatDate(date.length > 10 ? today(new Date(date)) : date, dateFormat) : '–');
}
