import {
  type DecimalReading,
  type HoursProblem,
  type ParsedHours,
  parseHours,
} from '@stint/domain/time/hours.ts';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWrittenAnew } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { common } from '../../messages/common.ts';
import { type CellMode, cellCommand } from './cell-keys.ts';
import styles from './hour-cell.module.css';
import { useKeptText, useReportInvalid, useSaysProblem } from './invalid-cells.ts';
import { text } from './messages.ts';
import { moveFocus } from './move-focus.ts';
import { useStoredFlash } from './use-stored-flash.ts';
import type { WeekActions } from './week-actions.ts';

export type HourCellProps = {
  rowKey: string;
  /** Places of the cell in the grid, for the arrow keys. */
  row: number;
  day: number;
  minutes: number;
  /** Entries that share the cell; more than one are edited in the details. */
  count: number;
  hasComment: boolean;
  isUnsaved: boolean;
  isLocked: boolean;
  /** What the workspace asks for and the entries of this cell lack, in words; null where nothing is missing. */
  lack: string | null;
  /** What the approver said of this cell, empty without words; null where it is not marked. */
  flag: string | null;
  label: string;
  detailsLabel: string;
  decimalReading: DecimalReading;
  actions: WeekActions;
};

/** One plain field of the week, drawn again only when its own figures change, so that typing stays quick. */
export const HourCell = memo(function HourCell(props: HourCellProps) {
  const { rowKey, row, day, minutes, count, actions, decimalReading } = props;
  useWrittenAnew();
  const id = `${rowKey}.${day}`;
  const [draft, setDraft] = useState(useKeptText(id));
  const mode = useRef<CellMode>('go');
  const input = useRef<HTMLInputElement>(null);
  const isFixed = props.isLocked || count > 1;
  const parsed = draft === null ? null : readDraft(draft, decimalReading);
  const flash = useStoredFlash(props.isUnsaved);
  const reportAgain = useReportInvalid(id, parsed?.ok === false ? draft : null);

  // The grid, which hears of keys first, sees it on the field.
  const setMode = (next: CellMode) => {
    mode.current = next;
    if (input.current) input.current.dataset.mode = next;
  };
  const commit = () => {
    if (draft === null || !parsed?.ok) return;
    setDraft(null);
    setMode('go');
    actions.commit(rowKey, day, parsed.minutes);
  };
  const latest = useRef(commit);
  latest.current = commit;
  const isTyped = draft !== null;
  useEffect(() => {
    // Of a sheet full of cells the one listens in which something was typed.
    if (!isTyped) return;
    // Leaving the page or the week counts as leaving the cell: what was typed goes to the device (security 14).
    const keep = () => latest.current();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [isTyped]);

  const act = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const field = event.currentTarget;
    const command = cellCommand(event, { mode: mode.current, count, isFixed });
    switch (command?.kind) {
      case undefined:
        return false;
      case 'move':
        moveFocus(field, command.rows, command.days);
        break;
      case 'details':
        actions.openDetails(rowKey, day);
        break;
      case 'cancel':
        cancel(field);
        break;
      case 'edit':
        startEditing(field);
        break;
      case 'clear':
        // Also of what could not be read.
        setDraft(null);
        actions.commit(rowKey, day, 0);
        break;
      case 'fill':
        // What was just typed is what is filled on.
        if (draft !== null && !parsed?.ok) break;
        commit();
        actions.fillRight(rowKey, day, parsed?.ok ? parsed.minutes : minutes);
        break;
      case 'keep':
        commit();
        break;
      case 'undo':
      case 'redo':
        actions[command.kind]();
    }
    return true;
  };
  const cancel = (element: HTMLInputElement) => {
    flushSync(() => setDraft(null));
    setMode('go');
    // At once: a frame later it would take what was typed meanwhile, or the focus from where it went.
    element.select();
  };
  const startEditing = (element: HTMLInputElement) => {
    if (isFixed) return;
    setMode('edit');
    element.setSelectionRange(element.value.length, element.value.length);
  };

  const flag = props.flag === '' ? text.flagged : props.flag && text.flaggedWith(props.flag);
  const note = flag ?? props.lack;
  const problem = parsed && !parsed.ok ? `problem-${row}-${day}` : null;
  const shown = minutes === 0 && count === 0 ? '' : formatHours(minutes);
  return (
    <div
      className={styles.cell}
      data-filled={minutes > 0 || undefined}
      data-fixed={isFixed || undefined}
      data-flagged={flag ? '' : undefined}
      data-lacking={!flag && props.lack ? '' : undefined}
      data-stored={flash.isStored || undefined}
      onAnimationEnd={flash.end}
      title={note ?? undefined}
    >
      <input
        ref={input}
        className={styles.input}
        data-row={row}
        data-day={day}
        inputMode="text"
        autoComplete="off"
        enterKeyHint="next"
        aria-label={props.label}
        aria-invalid={parsed && !parsed.ok ? true : undefined}
        aria-describedby={problem ?? (note ? `note-${row}-${day}` : undefined)}
        readOnly={isFixed}
        value={draft ?? (minutes === 0 && !props.hasComment ? '' : shown)}
        onFocus={(event) => {
          setMode('go');
          reportAgain();
          event.currentTarget.select();
        }}
        onChange={(event) => {
          if (mode.current === 'go') setMode('type');
          setDraft(event.target.value);
        }}
        onBlur={commit}
        onDoubleClick={(event) => startEditing(event.currentTarget)}
        onKeyDown={(event) => {
          if (act(event)) event.preventDefault();
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        className={styles.details}
        data-marked={props.hasComment || count > 1 || undefined}
        aria-label={props.detailsLabel}
        title={`${text.details} (Alt+Enter)`}
        onClick={() => actions.openDetails(rowKey, day)}
      >
        {count > 1 ? <span className={styles.count}>{count}</span> : null}
      </button>
      {note ? (
        <span id={`note-${row}-${day}`} className="visually-hidden">
          {note}
        </span>
      ) : null}
      {parsed ? (
        <div className={styles.said} data-said="">
          {parsed.ok ? (
            <Preview minutes={parsed.minutes} draft={draft ?? ''} />
          ) : (
            <Problem id={`problem-${row}-${day}`} cell={id} reason={parsed.reason} />
          )}
        </div>
      ) : null}
    </div>
  );
});

/** What the typed text will count as, before it is saved. */
function Preview({ minutes, draft }: { minutes: number; draft: string }) {
  const hours = formatHours(minutes);
  if (draft.trim() === '' || hours === draft.trim()) return null;
  return <div className={styles.preview}>= {hours}</div>;
}

/** What is wrong with the typed text; of several cells one shows it, the others say it to who does not look. */
function Problem({ id, cell, reason }: { id: string; cell: string; reason: HoursProblem }) {
  const isShown = useSaysProblem(cell);
  return (
    <div
      className={isShown ? styles.preview : 'visually-hidden'}
      id={id}
      data-problem={isShown || undefined}
      role="alert"
    >
      {common.wrongHours[reason]}
    </div>
  );
}

function readDraft(draft: string, decimalReading: DecimalReading): ParsedHours {
  return draft.trim() === '' ? { ok: true, minutes: 0 } : parseHours(draft, { decimalReading });
}
