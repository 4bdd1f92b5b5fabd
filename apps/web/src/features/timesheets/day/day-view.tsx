import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { text } from '../messages.ts';
import type { ShownWeek } from '../use-shown-week.ts';
import type { WeekPageActions } from '../use-week-page-actions.ts';
import { DayList } from './day-list.tsx';

export type DayViewProps = { shown: ShownWeek; acts: WeekPageActions };

/** The week day by day: what phones begin with, and any width with `view=day`. */
export function DayView({ shown, acts }: DayViewProps) {
  const { weekEndDate, day, locked, week } = shown;
  if (week.sheet.rows.length === 0)
    return (
      <EmptyState
        title={text.empty.title}
        text={text.empty.text}
        action={
          <Button variant="primary" icon="plus" onClick={acts.openAdd}>
            {text.addRow}
          </Button>
        }
      />
    );
  return (
    <DayList
      sheet={week.sheet}
      locked={locked}
      day={day}
      onDay={(next) => acts.go.day(weekEndDate, next)}
      actions={acts.actions}
    />
  );
}
