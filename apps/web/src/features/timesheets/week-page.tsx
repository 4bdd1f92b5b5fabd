import { formatHours } from '@stint/domain/time/hours.ts';
import { addWeeks, weekLabel } from '@stint/domain/time/week.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { WeekSheet } from '../../entities/week.ts';
import { weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { dayLabel, today } from '../../lib/today.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { common } from '../../messages/common.ts';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CopyWeekMenu } from './copy-week-menu.tsx';
import { DayList } from './day-list.tsx';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { SaveStatus } from './save-status.tsx';
import { useTimeStore } from './time-store.ts';
import { shownWeekEnd, useWeek } from './use-week.ts';
import { useWeekActions } from './use-week-actions.ts';
import { useWeekKeys } from './use-week-keys.ts';
import { WeekGrid } from './week-grid.tsx';
import { WeekNavigation } from './week-navigation.tsx';
import styles from './week-page.module.css';

const AddRowDialog = lazy(async () => ({ default: (await import('./add-row-dialog.tsx')).AddRowDialog }));
const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }));
const YearStrip = lazy(async () => ({ default: (await import('./year-strip.tsx')).YearStrip }));
const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));

type Overlay =
  | { kind: 'add' }
  | { kind: 'conflict' }
  | { kind: 'details'; rowKey: string; day: number }
  | null;

/** Where the week stands on its way through approval; composed by the application. */
export type WeekPageProps = {
  Steps: ComponentType<{ sheet: WeekSheet; isSaved: boolean; save: () => Promise<void> }>;
};

/** `/time`: the week, the landing screen. */
export function WeekPage({ Steps }: WeekPageProps) {
  const search = useSearch({ strict: false }) as { week?: string; day?: string };
  const weekEnd = shownWeekEnd(search.week);
  const { session, start } = useApp();
  const { queue } = useTimeStore();
  const week = useWeek(weekEnd);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const { actions, save } = useWeekActions(week, (rowKey, day) =>
    setOverlay({ kind: 'details', rowKey, day }),
  );
  const isNarrow = useMedia(NARROW);
  const day = useDay(weekEnd, search.day);
  const go = useWeekNavigation();
  const openAdd = () => setOverlay({ kind: 'add' });
  useWeekKeys({ weekEnd, go: go.week, add: openAdd });
  const isIdle = useIdle();
  usePrefetch(session.call, week.key);
  useEffect(() => {
    document.title = `${weekLabel(weekEnd)} · ${start.name}`;
  }, [weekEnd, start.name]);

  const { sheet, state } = week;
  const locked = week.week.data?.locked ?? noLocks;
  const expected = (week.week.data?.expectedMinutes ?? []).reduce((sum, minutes) => sum + minutes, 0);
  const lockReason = locked.find((lock) => lock !== null) ?? null;
  const canWrite = locked.some((lock) => lock === null);
  const details = overlay?.kind === 'details' ? findCell(sheet, overlay) : null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.name}>
          <h1>{weekLabel(weekEnd)}</h1>
          <SaveStatus
            state={state}
            onRetry={() => void queue.flush()}
            onDiscard={() => queue.discard(week.key)}
            onCompare={() => setOverlay({ kind: 'conflict' })}
          />
        </div>
        <WeekNavigation weekEnd={weekEnd} onWeek={go.week} />
        <div className={styles.tools}>
          <CopyWeekMenu week={week} isDisabled={!canWrite} />
          <Button
            variant="primary"
            icon="plus"
            title={`${text.addRow} (N)`}
            disabled={!canWrite}
            onClick={openAdd}
          >
            {text.addRow}
          </Button>
        </div>
      </header>
      {lockReason ? <p className={styles.locked}>{text.locked[lockReason]}</p> : null}
      {week.week.data ? (
        <Steps
          key={weekEnd}
          sheet={week.week.data}
          isSaved={state.status === 'saved'}
          save={() => queue.flush()}
        />
      ) : null}
      {week.week.isPending ? <SkeletonRows count={5} label={common.loading} /> : null}
      {week.week.error && !week.week.data ? (
        <EmptyState
          title={describeError(week.week.error)}
          action={<Button onClick={() => void week.week.refetch()}>{common.tryAgain}</Button>}
        />
      ) : null}
      {!week.week.isPending && sheet.rows.length === 0 && !week.week.error ? (
        <EmptyState
          title={text.empty.title}
          text={text.empty.text}
          action={
            <>
              <Button variant="primary" icon="plus" onClick={openAdd}>
                {text.addRow}
              </Button>
              <CopyWeekMenu week={week} isDisabled={!canWrite} />
            </>
          }
        />
      ) : null}
      {sheet.rows.length > 0 && !week.week.isPending ? (
        <>
          {isNarrow ? (
            <DayList
              sheet={sheet}
              locked={locked}
              day={day}
              onDay={(next) => go.day(weekEnd, next)}
              actions={actions}
            />
          ) : (
            <WeekGrid sheet={sheet} locked={locked} actions={actions} />
          )}
          <OverNotes sheet={sheet} />
          <section className={styles.bar} aria-label={text.total}>
            <p>
              {text.total} <b className="number">{formatHours(sheet.minutes)}</b>
            </p>
            <BillableBar
              billable={sheet.billableMinutes}
              nonBillable={sheet.nonBillableMinutes}
              maximum={expected}
              labels={{ billable: text.billable, nonBillable: text.nonBillable, of: text.ofExpected }}
              format={formatHours}
            />
          </section>
        </>
      ) : null}
      {isIdle && week.week.data && start.settings.approvalsEnabled ? (
        <Suspense fallback={null}>
          <YearStrip week={week.week.data.week} onWeek={go.week} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        {overlay?.kind === 'add' ? (
          <AddRowDialog onAdd={week.addRow} onClose={() => setOverlay(null)} />
        ) : null}
        {details && overlay?.kind === 'details' ? (
          <DetailsDialog
            title={text.detailsOf(rowLabel(details.row), dayLabel(details.cell.workDate, overlay.day))}
            row={details.row}
            cell={details.cell}
            isLocked={locked[overlay.day] != null}
            lockReason={
              locked[overlay.day] ? text.locked[locked[overlay.day] as keyof typeof text.locked] : null
            }
            decimalReading={start.settings.decimalReading}
            onSave={(edits) => save(overlay.rowKey, overlay.day, edits)}
            onClose={() => setOverlay(null)}
          />
        ) : null}
        {overlay?.kind === 'conflict' && state.status === 'conflict' ? (
          <ConflictDialog
            conflicts={state.conflicts}
            onChoose={(id, choice) => queue.resolve(week.key, id, choice)}
            onClose={() => setOverlay(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

const noLocks = [null, null, null, null, null, null, null];

type SheetOf = ReturnType<typeof useWeek>['sheet'];

/** Which days have more than 24:00 and by how much. */
function OverNotes({ sheet }: { sheet: SheetOf }) {
  const over = sheet.days.flatMap((day, index) => (day.exceeded ? [{ ...day, index }] : []));
  if (over.length === 0) return null;
  return (
    <ul className={styles.over}>
      {over.map(({ date, overMinutes, index }) => (
        <li key={date}>{text.overLong(dayLabel(date, index), formatHours(overMinutes))}</li>
      ))}
    </ul>
  );
}

function findCell(sheet: SheetOf, { rowKey, day }: { rowKey: string; day: number }) {
  const row = sheet.rows.find(({ key }) => key === rowKey);
  const cell = row?.cells[day];
  return row && cell ? { row, cell } : null;
}

/** The day of the narrow view: that of the address, today within this week, else Monday. */
function useDay(weekEnd: string, wished: string | undefined): number {
  const index = Number(wished ?? Number.NaN);
  if (Number.isInteger(index) && index >= 0 && index < 7) return index;
  return shownWeekEnd(undefined) === weekEnd ? (new Date(`${today()}T00:00:00`).getDay() + 6) % 7 : 0;
}

function useWeekNavigation() {
  const navigate = useNavigate();
  return {
    week: (weekEnd: string | null) =>
      void navigate({ to: '/time', search: weekEnd ? { week: weekEnd } : {} }),
    day: (weekEnd: string, day: number) =>
      void navigate({ to: '/time', search: { week: weekEnd, day: String(day) }, replace: true }),
  };
}

/** The neighbours are fetched when nothing else is to do, so that going there is at once. */
function usePrefetch(
  call: ReturnType<typeof useApp>['session']['call'],
  key: ReturnType<typeof useWeek>['key'],
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const weeks of [-1, 1]) {
        const week = { ...key, weekEndDate: addWeeks(key.weekEndDate, weeks) };
        void queryClient.prefetchQuery(weekQuery(call, week));
      }
    }, 1_500);
    return () => clearTimeout(timer);
  }, [call, key, queryClient]);
}
