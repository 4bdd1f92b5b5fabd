import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { pageTitles } from '../../messages/common.ts';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TypingAhead } from '../../ui/typing-ahead.tsx';
import { CopyWeekMenu } from './copy-week-menu.tsx';
import { GhostRow } from './ghost-row.tsx';
import { lackOf } from './lack.ts';
import { text } from './messages.ts';
import { SelectionNote } from './selection-note.tsx';
import { useCopyWeek } from './use-copy-week.ts';
import { useGridHands } from './use-grid-hands.ts';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';
import { WeekGrid } from './week-grid.tsx';
import styles from './week-hours.module.css';

const Inspector = lazy(async () => ({ default: (await import('./inspector.tsx')).Inspector }));

export type WeekHoursProps = { shown: ShownWeek; acts: WeekPageActions };

/** The hours of the week as a sheet, what they add up to, and beside it what a cell consists of. */
export function WeekHours({ shown, acts }: WeekHoursProps) {
  const { locked, expected, canWrite, hasInspector } = shown;
  const { sheet } = shown.week;
  const isEmpty = sheet.rows.length === 0;
  // Its place is kept; the cells come first.
  const isIdle = useIdle();
  const isAsked = acts.overlay?.kind === 'details';
  useGridHands({ selection: acts.selection, actions: acts.actions, sheet, onPaste: acts.openPaste });
  return (
    <div className={styles.columns} data-wide={hasInspector || undefined}>
      <div className={styles.sheet}>
        <WeekGrid
          sheet={sheet}
          locked={locked}
          expected={expected}
          actions={acts.actions}
          adding={
            canWrite ? (
              <GhostRow
                isOpen={acts.overlay?.kind === 'pick'}
                onOpen={acts.openAdd}
                onClose={acts.closePicker}
                onPick={acts.addRow}
                onCreate={acts.openForm}
              />
            ) : null
          }
        />
        {isEmpty ? <EmptyWeek shown={shown} acts={acts} /> : null}
        <SelectionNote selection={acts.selection} sheet={sheet} />
        <OverNotes sheet={sheet} />
        <LackNote shown={shown} acts={acts} />
        <section className={styles.summary} aria-label={text.weekTotal} hidden={isEmpty}>
          <BillableBar
            billable={sheet.billableMinutes}
            nonBillable={sheet.nonBillableMinutes}
            maximum={expected.reduce((sum, minutes) => sum + minutes, 0)}
          />
        </section>
      </div>
      {hasInspector && (isIdle || isAsked) ? (
        <Suspense
          fallback={isAsked ? <TypingAhead label={text.details} onLeave={acts.closeOverlay} /> : null}
        >
          <Inspector shown={shown} acts={acts} />
        </Suspense>
      ) : null}
    </div>
  );
}

function EmptyWeek({ shown, acts }: WeekHoursProps) {
  const { canCopy } = useCopyWeek(shown);
  const mayImport = useCan('data.import');
  if (!shown.canWrite) return <EmptyState title={text.empty.title} />;
  return (
    <EmptyState
      title={text.empty.title}
      text={canCopy ? text.empty.textWithCopy : text.empty.text}
      action={
        <>
          <Button variant="primary" icon="plus" onClick={acts.openAdd}>
            {text.addRow}
          </Button>
          <CopyWeekMenu shown={shown} />
          {mayImport ? (
            <Link className={buttonClass('secondary')} to="/settings/import" search={{}}>
              {pageTitles.import}
            </Link>
          ) : null}
        </>
      }
    />
  );
}

/** Which days have more than 24:00 and by how much. */
function OverNotes({ sheet }: { sheet: ShownWeek['week']['sheet'] }) {
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

/** How many cells lack what the workspace asks for, and the way to the first of them. */
function LackNote({ shown, acts }: WeekHoursProps) {
  const { requiredFields } = useApp().start.settings;
  if (requiredFields.length === 0 || !shown.canWrite) return null;
  const lacking = shown.week.sheet.rows.flatMap(({ key, cells }) =>
    cells.flatMap((cell, day) =>
      shown.locked[day] === null && lackOf(cell, requiredFields) ? [{ rowKey: key, day }] : [],
    ),
  );
  const [first] = lacking;
  if (!first) return null;
  return (
    <p className={styles.lack}>
      {text.lackCount(lacking.length)}
      <Button variant="quiet" onClick={() => acts.actions.openDetails(first.rowKey, first.day)}>
        {text.toLack}
      </Button>
    </p>
  );
}
