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
  const { rows, isByName, changes, problems, heads } = plan;
  const columns = widest(rows);
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
      {isByName ? <p className={styles.byName}>{text.paste.byName}</p> : null}
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
            {rows.map(({ row, name, cells }, index) => {
              const target = row === null ? undefined : sheet.rows[row];
              return (
                <tr key={row ?? `nowhere ${index}`}>
                  <th scope="row" title={target ? rowLabel(target) : name}>
                    {target
                      ? [target.projectName, target.activityName].filter(Boolean).join(' · ')
                      : name || (isByName ? text.paste.unnamed : text.paste.below)}
                  </th>
                  {cells.map((cell) => (
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
function reasonsOf(problems: PastePlan['problems']) {
  return [...Map.groupBy(problems, ({ problem }) => problem)].map(([problem, all]) => (
    <li key={problem}>
      {text.paste.problems[problem]} <q>{named(all.map((each) => each.text || text.paste.unnamed))}</q>
    </li>
  ));
}

const MOST_NAMED = 8;

function named(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return [...distinct.slice(0, MOST_NAMED), ...(distinct.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

function widest(rows: PastePlan['rows']): readonly PlannedCell[] {
  return rows.reduce<readonly PlannedCell[]>(
    (widestYet, { cells }) => (cells.length > widestYet.length ? cells : widestYet),
    [],
  );
}
