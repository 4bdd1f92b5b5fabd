import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayLabel } from '../../lib/today.ts';
import { takeTyped } from '../../ui/typing-ahead.tsx';
import { CellDetails } from './cell-details.tsx';
import { type CellPlace, cellField, cellOf, placeOf } from './cell-place.ts';
import { text } from './dialogs/messages.ts';
import styles from './inspector.module.css';
import { text as week } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { RowTitle } from './row-title.tsx';
import { rowKey } from './sheet.ts';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';

export type InspectorProps = { shown: ShownWeek; acts: WeekPageActions };

/** Beside the sheet: what the cell consists of in which one is, or was last. */
export function Inspector({ shown, acts }: InspectorProps) {
  const [place, setPlace] = useState<CellPlace | null>(null);
  const panel = useRef<HTMLElement>(null);
  const asked = acts.overlay?.kind === 'details' ? acts.overlay : null;
  useEffect(() => {
    const follow = (event: FocusEvent) => {
      const next = placeOf(event.target);
      if (next) setPlace(next);
    };
    document.addEventListener('focusin', follow);
    const now = placeOf(document.activeElement);
    if (now) setPlace(now);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  // Both at once, before another key: it is meant for the fields, and would be typed into the cell.
  useLayoutEffect(() => {
    if (!asked) return;
    // The fields of that cell are drawn with the place.
    if (place !== asked) return setPlace(asked);
    const field = panel.current?.querySelector<HTMLElement>('textarea:enabled, input:enabled');
    field?.focus();
    takeTyped(field);
    acts.closeOverlay();
  }, [asked, place, acts.closeOverlay]);
  const found = place && cellOf(shown.week.sheet, place);
  if (!place || !found)
    return (
      <aside className={styles.panel} aria-label={week.details}>
        <p className={styles.hint}>{text.inspector.hint}</p>
        <dl className={styles.keys}>
          {text.inspector.keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </aside>
    );
  const lock = shown.locked[place.day] ?? null;
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={week.detailsOf(rowLabel(found.row), dayLabel(found.cell.workDate, place.day))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        cellField(place)?.focus();
      }}
    >
      <header className={styles.header}>
        <h2>{dayLabel(found.cell.workDate, place.day)}</h2>
        <RowTitle row={found.row} withClient />
      </header>
      <CellDetails
        place={`${place.rowKey}.${place.day}.${shown.weekEndDate}`}
        row={found.row}
        cell={found.cell}
        lockReason={lock && week.locked[lock]}
        onAmend={acts.amend}
        onSave={(edits) => {
          acts.apply(edits);
          // With its activity an entry changes its row: one goes along.
          const [key] = edits.filter(({ isDeleted }) => !isDeleted).map(rowKey);
          if (key && key !== place.rowKey) acts.follow({ rowKey: key, day: place.day });
        }}
      />
    </aside>
  );
}
