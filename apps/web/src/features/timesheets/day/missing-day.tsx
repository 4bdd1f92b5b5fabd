import { addDays, weekday } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { missingDaysQuery } from '../../../entities/week.ts';
import { useApp } from '../../../lib/app-context.ts';
import { dayLabel, today } from '../../../lib/today.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { WeekPageActions } from '../use-week-page-actions.ts';
import { text } from './messages.ts';

/** How far back a working day without time is named; older ones are found in the year. */
const DAYS_BACK = 7;

export type MissingDayProps = { shownDate: string; teamMemberID: string; acts: WeekPageActions };

/** While today is shown: the last working day before it that has no time yet, and the way there. */
export function MissingDay({ shownDate, teamMemberID, acts }: MissingDayProps) {
  const { session } = useApp();
  const now = today();
  const range = { from: addDays(now, -DAYS_BACK), to: addDays(now, -1) };
  const missing = useQuery({
    ...missingDaysQuery(session.call, teamMemberID, range),
    enabled: shownDate === now,
  });
  const last = missing.data?.at(-1);
  if (shownDate !== now || last === undefined) return null;
  const index = weekday(last) - 1;
  const name = dayLabel(last, index);
  return (
    <Banner
      tone="info"
      action={<Button onClick={() => acts.go.day(weekEndOf(last), index)}>{text.goThere(name)}</Button>}
    >
      {text.missing(name)}
    </Banner>
  );
}
