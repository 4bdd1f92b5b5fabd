import { weekLabel } from '@stint/domain/time/week.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import type { WeekKey, WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CopyWeekMenu } from './copy-week-menu.tsx';
import { text } from './messages.ts';
import { SaveStatus } from './save-status.tsx';
import type { TimeView } from './time-view.ts';
import { type ShownWeek, useShownWeek } from './use-shown-week.ts';
import { useWeekPageActions, type WeekPageActions } from './use-week-page-actions.ts';
import { ViewSwitch } from './view-switch.tsx';
import { WeekHours } from './week-hours.tsx';
import { WeekNavigation } from './week-navigation.tsx';
import { WeekOverlays } from './week-overlays.tsx';
import styles from './week-page.module.css';

const DayView = lazy(async () => ({ default: (await import('./day/day-view.tsx')).DayView }));
const YearStrip = lazy(async () => ({ default: (await import('./year-strip.tsx')).YearStrip }));

/** What other features add to the week; composed by the application. */
export type WeekPageProps = {
  /** Where the week stands on its way through approval. */
  Steps: ComponentType<{ sheet: WeekSheet; isSaved: boolean; save: () => Promise<void> }>;
  /** The week on the clock; without it there is no such view. */
  Calendar?: ComponentType<CalendarProps>;
};

/** Whose week the calendar shows, and which of its days where one is shown, Monday 0. */
export type CalendarProps = { week: WeekKey; day: number; onDay: (day: number) => void };

/** `/time`: the week, the landing screen. */
export function WeekPage({ Steps, Calendar }: WeekPageProps) {
  const { start } = useApp();
  const shown = useShownWeek();
  const acts = useWeekPageActions(shown);
  const isIdle = useIdle();
  const { weekEndDate, week, lockReason } = shown;
  const view = shown.view === 'calendar' && !Calendar ? 'week' : shown.view;
  const { data, error, isPending, refetch } = week.week;
  return (
    <div className={styles.page}>
      <WeekHeader
        shown={shown}
        acts={acts}
        view={view}
        views={Calendar ? ['day', 'week', 'calendar'] : ['day', 'week']}
      />
      {lockReason ? <p className={styles.locked}>{text.locked[lockReason]}</p> : null}
      {data ? (
        <Steps key={weekEndDate} sheet={data} isSaved={week.state.status === 'saved'} save={acts.flush} />
      ) : null}
      {isPending ? <SkeletonRows count={5} label={common.loading} /> : null}
      {error && !data ? (
        <EmptyState
          title={describeError(error)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      ) : null}
      {view === 'day' && !isPending ? (
        <Suspense fallback={<SkeletonRows count={5} label={common.loading} />}>
          <DayView shown={shown} acts={acts} />
        </Suspense>
      ) : null}
      {view === 'calendar' && Calendar ? (
        <Calendar week={week.key} day={shown.day} onDay={(day) => acts.go.day(weekEndDate, day)} />
      ) : null}
      {view === 'week' && !isPending && week.sheet.rows.length === 0 && !error ? (
        <EmptyState
          title={text.empty.title}
          text={text.empty.text}
          action={
            <>
              <Button variant="primary" icon="plus" onClick={acts.openAdd}>
                {text.addRow}
              </Button>
              <CopyWeekMenu week={week} isDisabled={!shown.canWrite} />
            </>
          }
        />
      ) : null}
      {view === 'week' && week.sheet.rows.length > 0 && !isPending ? (
        <WeekHours shown={shown} acts={acts} />
      ) : null}
      {isIdle && data && start.settings.approvalsEnabled ? (
        <Suspense fallback={null}>
          <YearStrip week={data.week} onWeek={acts.go.week} />
        </Suspense>
      ) : null}
      <WeekOverlays shown={shown} acts={acts} />
    </div>
  );
}

type WeekHeaderProps = {
  shown: ShownWeek;
  acts: WeekPageActions;
  view: TimeView;
  views: readonly TimeView[];
};

/** Which week it is and whether it is saved, the way to others, and what adds to it. */
function WeekHeader({ shown, acts, view, views }: WeekHeaderProps) {
  const { weekEndDate, week, canWrite } = shown;
  return (
    <header className={styles.header}>
      <div className={styles.name}>
        <h1>{weekLabel(weekEndDate)}</h1>
        <SaveStatus
          state={week.state}
          onRetry={() => void acts.flush()}
          onDiscard={acts.discard}
          onCompare={acts.openConflict}
        />
      </div>
      <WeekNavigation weekEndDate={weekEndDate} onWeek={acts.go.week} />
      <ViewSwitch view={view} views={views} onView={acts.go.view} />
      <div className={styles.tools}>
        <CopyWeekMenu week={week} isDisabled={!canWrite} />
        <Button
          variant="primary"
          icon="plus"
          title={`${text.addRow} (N)`}
          disabled={!canWrite}
          onClick={acts.openAdd}
        >
          {text.addRow}
        </Button>
      </div>
    </header>
  );
}
