import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { WeekKey, WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { NARROW } from '../../lib/use-media.ts';
import { common } from '../../messages/common.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Draft } from './edit.ts';
import { InvalidCellsContext, useInvalidCount } from './invalid-cells.ts';
import { text } from './messages.ts';
import { PersonBanner } from './person-banner.tsx';
import { useShownWeek } from './use-shown-week.ts';
import { useWeekPageActions } from './use-week-page-actions.ts';
import { WeekHeader } from './week-header.tsx';
import { WeekHours } from './week-hours.tsx';
import { WeekOverlays } from './week-overlays.tsx';
import styles from './week-page.module.css';
import { WeekSkeleton } from './week-skeleton.tsx';

const DayView = lazyRouteComponent(() => import('./day/day-view.tsx'), 'DayView');
const YearStrip = lazy(async () => ({ default: (await import('./year-strip.tsx')).YearStrip }));

/** What other features add to the week; composed by the application. */
export type WeekPageProps = {
  /** Where the week stands on its way through approval. */
  Steps: ComponentType<WeekStepsProps>;
  /** What was said of the week when it came back, and which others did. */
  Notes: ComponentType<{ sheet: WeekSheet }>;
  /** The week on the clock; without it there is no such view. */
  Calendar?: ComponentType<CalendarProps>;
  /** What is left of setting the workspace up; below the hours, which never move when it comes. */
  GettingStarted?: ComponentType;
};

type WeekStepsProps = {
  sheet: WeekSheet;
  /** Why the week cannot be submitted as it stands on this screen; null where it is stored whole. */
  unsaved: string | null;
  /** Sends what waits. */
  save: () => Promise<void>;
};

/** Whose week the calendar shows, and which of its days where one is shown, Monday 0; and the hands of that week. */
export type CalendarProps = {
  week: WeekKey;
  day: number;
  onDay: (day: number) => void;
  /** Changes entries as one step that can be taken back. @param told what to say, with an Undo beside it */
  apply: (edits: Draft[], told?: string) => void;
  /** Takes the last step back. @returns whether there was one */
  undo: () => boolean;
};

/** Phones begin with the day: with it at hand the page is drawn once. */
export async function loadFirstView(): Promise<void> {
  if (matchMedia(NARROW).matches) await DayView.preload?.();
}

/** `/time`: the week, the landing screen. */
export function WeekPage({ Steps, Notes, Calendar, GettingStarted }: WeekPageProps) {
  const { start } = useApp();
  const shown = useShownWeek();
  const acts = useWeekPageActions(shown);
  const isIdle = useIdle();
  const isFound = useOnce(shown.week.week.data !== undefined);
  const { weekEndDate, week, lockReason, person } = shown;
  const view = shown.view === 'calendar' && !Calendar ? 'week' : shown.view;
  const { data, error, isPending, refetch } = week.week;
  // Fields are one person's: what is being typed into them is not typed into another's.
  const { teamMemberID } = week.key;
  const invalidCount = useInvalidCount(acts.invalidCells);
  const unsaved =
    invalidCount > 0 ? text.unsaved.invalid : week.state.status === 'saved' ? null : text.unsaved.waiting;
  return (
    <InvalidCellsContext value={acts.invalidCells}>
      <div className={styles.page}>
        <WeekHeader
          shown={shown}
          acts={acts}
          view={view}
          views={Calendar ? ['day', 'week', 'calendar'] : ['day', 'week']}
        >
          {data && !person ? (
            <Steps key={weekEndDate} sheet={data} unsaved={unsaved} save={acts.flush} />
          ) : null}
        </WeekHeader>
        <p className={styles.whose}>
          {person?.name ?? nameOf(start.me)} · {start.name}
        </p>
        {lockReason ? <p className={styles.locked}>{text.locked[lockReason]}</p> : null}
        {person ? <PersonBanner name={person.name} /> : null}
        {data && !person ? <Notes sheet={data} /> : null}
        {isPending ? <WeekSkeleton view={view} /> : null}
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {view === 'day' && !isPending && (data || week.sheet.rows.length > 0) ? (
          <Suspense fallback={<SkeletonRows count={5} label={common.loading} />}>
            <DayView key={teamMemberID} shown={shown} acts={acts} />
          </Suspense>
        ) : null}
        {view === 'calendar' && Calendar ? (
          <Calendar
            key={teamMemberID}
            week={week.key}
            day={shown.day}
            onDay={(day) => acts.go.day(weekEndDate, day)}
            apply={acts.applyEach}
            undo={acts.actions.undo}
          />
        ) : null}
        {view === 'week' && !isPending && (data || week.sheet.rows.length > 0) ? (
          <WeekHours key={teamMemberID} shown={shown} acts={acts} />
        ) : null}
        {data && GettingStarted ? <GettingStarted /> : null}
        {isIdle && isFound && start.settings.approvalsEnabled ? (
          <Suspense fallback={null}>
            <YearStrip
              teamMemberID={teamMemberID}
              shown={weekEndDate}
              week={data?.week}
              onWeek={acts.go.week}
            />
          </Suspense>
        ) : null}
        <WeekOverlays shown={shown} acts={acts} />
      </div>
    </InvalidCellsContext>
  );
}

/** True from the first time on: what comes behind the first week stays while the next one is fetched. */
function useOnce(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
