import { addDays, type PlainDate } from './plain-date.ts';
import { addWeeks, weekEndOf } from './week.ts';

/** The week that is due next, today included, and its last day. */
export function nextDue(
  today: PlainDate,
  submitDueDays: number,
): { weekEndDate: PlainDate; dueDate: PlainDate } {
  let weekEndDate = addWeeks(weekEndOf(today), -Math.ceil(submitDueDays / 7) - 1);
  while (dueDateOf(weekEndDate, submitDueDays) < today) weekEndDate = addWeeks(weekEndDate, 1);
  return { weekEndDate, dueDate: dueDateOf(weekEndDate, submitDueDays) };
}

/** The last day on which a week is handed in on time. */
function dueDateOf(weekEndDate: PlainDate, submitDueDays: number): PlainDate {
  return addDays(weekEndDate, submitDueDays);
}
