import { useState } from 'react';
import { formatHours } from '../../lib/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { text } from './dialogs/messages.ts';
import { text as week } from './messages.ts';
import styles from './paste-dialog.module.css';
import type { PastePlan, PlannedCell } from './paste-plan.ts';
import { rowLabel } from './row-label.ts';
import type { Sheet } from './sheet.ts';

export type PasteDialogProps = {
  plan: PastePlan;
  sheet: Sheet;
  /** Whether headings are taken for hours. */
  takesHeads: boolean;
  onTakeHeads: (takes: boolean) => void;
  onFill: () => void;
  onClose: () => void;
};

/** What a pasted block was understood as, cell by cell, before anything is filled. */
export function PasteDialog({ plan, sheet, takesHeads, onTakeHeads, onFill, onClose }: PasteDialogProps) {
  const [isSent, setIsSent] = useState(false);
  const { cells, changes, problems, heads } = plan;
  const [first = []] = cells;
  const columns =
    first.length >= longest(cells) ? first : (cells.find((row) => row.length === longest(cells)) ?? []);
  const fill = () => {
    if (isSent) return;
    setIsSent(true);
    onFill();
    onClose();
  };
  return (
    <Dialog
      title={week.paste.title}
      closeLabel={common.close}
      onClose={onClose}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" disabled={changes.length === 0} onClick={fill}>
            {text.paste.fill(changes.length)}
          </Button>
        </>
      }
    >
      {heads.length > 0 ? (
        <Checkbox
          label={text.paste.leaveHeads}
          hint={named(heads)}
          checked={!takesHeads}
          onChange={(event) => onTakeHeads(!event.target.checked)}
        />
      ) : null}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{week.paste.title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ day }) => {
                const date = sheet.days[day]?.date;
                return (
                  <th key={day} scope="col">
                    {date ? dayLabel(date, day) : text.paste.beside}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {cells.map((row, index) => {
              const target = sheet.rows[row[0]?.row ?? -1];
              return (
                <tr key={row[0]?.row ?? `empty ${index}`}>
                  <th scope="row" title={target && rowLabel(target)}>
                    {target
                      ? [target.projectName, target.activityName].filter(Boolean).join(' · ')
                      : text.paste.below}
                  </th>
                  {row.map((cell) => (
                    <Understood key={cell.day} cell={cell} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {problems.length > 0 ? (
        <section className={styles.problems} role="alert">
          <h3>{text.paste.notTaken(problems.length)}</h3>
          <ul>{reasonsOf(problems)}</ul>
        </section>
      ) : null}
    </Dialog>
  );
}

function Understood({ cell: { text: pasted, minutes, problem } }: { cell: PlannedCell }) {
  if (problem) {
    return (
      <td className={styles.refused} title={text.paste.problems[problem]}>
        <s>{pasted}</s>
        <span className="visually-hidden"> {text.paste.problems[problem]}</span>
      </td>
    );
  }
  if (minutes === null) return <td className={styles.silent}>{text.paste.asItIs}</td>;
  const shown = formatHours(minutes);
  return (
    <td>
      <b>{shown}</b>
      {shown === pasted ? null : <small>{pasted}</small>}
    </td>
  );
}

/** Each reason once, with the texts that it is about. */
function reasonsOf(problems: readonly PlannedCell[]) {
  const byReason = new Map<string, string[]>();
  for (const { problem, text: pasted } of problems) {
    if (problem) byReason.set(problem, [...(byReason.get(problem) ?? []), pasted]);
  }
  return [...byReason].map(([problem, pasted]) => (
    <li key={problem}>
      {text.paste.problems[problem as keyof typeof text.paste.problems]} <q>{named(pasted)}</q>
    </li>
  ));
}

const MOST_NAMED = 8;

function named(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return [...distinct.slice(0, MOST_NAMED), ...(distinct.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

function longest(cells: readonly PlannedCell[][]): number {
  return Math.max(0, ...cells.map((row) => row.length));
}
