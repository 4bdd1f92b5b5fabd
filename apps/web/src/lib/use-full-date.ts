import { useApp } from './app-context.ts';
import { fullDate, today } from './today.ts';

/** Writes a full date, or the date of an instant where the person is, as the workspace has set; a dash where there is none. */
export function useFullDate(): (date: string | null) => string {
  const { dateFormat } = useApp().start.settings;
  return (date) => (date ? fullDate(date.length > 10 ? today(new Date(date)) : date, dateFormat) : '–');
}
