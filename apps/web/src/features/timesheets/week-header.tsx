import { addWeeks } from '@stint/domain/time/week.ts';
import type { ReactNode } from 'react';
import { weekLabel } from '../../lib/today.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useInvalidCount } from './invalid-cells.ts';
import { text } from './messages.ts';
import { SaveStatus } from './save-status.tsx';
import { saveWords } from './save-words.ts';
import type { TimeView } from './time-view.ts';
import type { ShownWeek } from './use-shown-week.ts';
import { shownWeekEnd } from './use-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';
import { ViewSwitch } from './view-switch.tsx';
import styles from './week-header.module.css';
import { WeekMenu } from './week-menu.tsx';

export type WeekHeaderProps = {
  shown: ShownWeek;
  acts: WeekPageActions;
  view: TimeView;
  views: readonly TimeView[];
  /** Where the week stands, and its next step. */
  children: ReactNode;
};

/** One line: which week it is, whether it is saved, how it is looked at, where it stands and what is next. */
export function WeekHeader({ shown, acts, view, views, children }: WeekHeaderProps) {
  const { weekEndDate, week } = shown;
  const words = saveWords({
    status: week.state.status,
    isLoading: week.week.isPending,
    isEmpty: week.sheet.entries.length === 0,
    invalidCount: useInvalidCount(acts.invalidCells),
  });
  return (
    <header className={styles.header}>
      <div className={styles.week}>
        <IconButton
          icon="left"
          label={text.previousWeek}
          shortcut="["
          onClick={() => acts.go.week(addWeeks(weekEndDate, -1))}
        />
        <h1>{weekLabel(weekEndDate)}</h1>
        <IconButton
          icon="right"
          label={text.nextWeek}
          shortcut="]"
          onClick={() => acts.go.week(addWeeks(weekEndDate, 1))}
        />
      </div>
      {weekEndDate === shownWeekEnd(undefined) ? null : (
        <Button variant="quiet" title={`${text.thisWeek} (T)`} onClick={() => acts.go.week(null)}>
          {text.thisWeek}
        </Button>
      )}
      <SaveStatus
        state={week.state}
        words={words}
        onRetry={() => void acts.flush()}
        onDiscard={acts.discard}
        onCompare={acts.openConflict}
      />
      <div className={styles.tools}>
        {children}
        <ViewSwitch view={view} views={views} onView={acts.go.view} />
        <WeekMenu shown={shown} />
      </div>
    </header>
  );
}
