import { plainOf } from '@stint/domain/plain-of.ts';
import { useId, useState } from 'react';
import { formatHours } from '../../lib/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { text } from './dialogs/messages.ts';
import { text as week } from './messages.ts';
import styles from './paste-dialog.module.css';
import type { PasteChoice, PastePlan, PlannedCell } from './paste-plan.ts';
import { rowLabel } from './row-label.ts';
import type { Row, Sheet } from './sheet.ts';

export type PasteDialogProps = {
  plan: PastePlan;
  sheet: Sheet;
  choice: PasteChoice;
  onChoose: (choice: PasteChoice) => void;
  onFill: () => void;
  onClose: () => void;
};

/** What a pasted block was understood as, cell by cell, before anything is filled. */
export function PasteDialog({ plan, sheet, choice, onChoose, onFill, onClose }: PasteDialogProps) {
  const [isSent, setIsSent] = useState(false);
  const id = useId();
  const { rows, columns, changes, problems, heads, mayBeDays } = plan;
  // Enter fills at once only where there is nothing to be read before.
  const first = problems.length > 0 ? 'problems' : heads.length > 0 ? 'heads' : 'fill';
  const beginsAt = (part: typeof first) => (part === first ? { 'data-first': '' as const } : {});
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
      describedBy={problems.length > 0 ? `${id}-ways ${id}-problems` : `${id}-ways`}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" {...beginsAt('fill')} disabled={changes.length === 0} onClick={fill}>
            {text.paste.fill(changes.length)}
          </Button>
        </>
      }
    >
      {mayBeDays.length > 0
        ? (plan.canBeDays ? (['hours', 'days'] as const) : (['hours'] as const)).map((numbers) => (
            <Checkbox
              key={numbers}
              label={text.paste.takeNumbers[numbers]}
              {...(numbers === 'hours' ? { hint: named(mayBeDays) } : {})}
              checked={choice.numbers === numbers}
              onChange={({ target }) => onChoose({ ...choice, numbers: target.checked ? numbers : null })}
            />
          ))
        : null}
      {plan.hasOtherNames ? (
        <Checkbox
          label={text.paste.inOrder}
          hint={text.paste.inOrderHint}
          checked={choice.takesOrder}
          onChange={(event) => onChoose({ ...choice, takesOrder: event.target.checked })}
        />
      ) : null}
      <div id={`${id}-ways`} className={styles.ways}>
        {plan.isByName ? <p>{text.paste.byName}</p> : null}
        {plan.isByDay ? <p>{text.paste.byDay}</p> : plan.isByName ? <p>{text.paste.byPlace}</p> : null}
        {heads.length > 0 ? (
          <p tabIndex={-1} {...beginsAt('heads')}>
            {text.paste.leftOut} <q>{named(heads)}</q>
          </p>
        ) : null}
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{week.paste.title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ day, heading }, at) => {
                const date = sheet.days[day]?.date;
                return (
                  <th key={date ?? `beside ${at}`} scope="col">
                    {date ? dayLabel(date, day) : heading || text.paste.beside}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, name, cells }, index) => {
              const target = row === null ? undefined : sheet.rows[row];
              return (
                <tr key={target?.key ?? `nowhere ${index}`}>
                  <th scope="row" title={target ? rowLabel(target) : name}>
                    {target ? <Target row={target} name={name} /> : name || text.paste[labelOf(row, cells)]}
                  </th>
                  {cells.map((cell, at) => (
                    <Understood key={sheet.days[cell.day]?.date ?? `beside ${at}`} cell={cell} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {problems.length > 0 ? (
        <section id={`${id}-problems`} className={styles.problems} role="alert">
          <h3 tabIndex={-1} {...beginsAt('problems')}>
            {text.paste.notTaken(problems.length)}
          </h3>
          <ul>{reasonsOf(problems)}</ul>
        </section>
      ) : null}
    </Dialog>
  );
}

/** What a pasted row without a name is called that fills none of the sheet. */
function labelOf(row: number | null, cells: readonly PlannedCell[]): 'below' | 'sum' | 'unnamed' {
  if (row !== null) return 'below';
  return cells.some(({ problem }) => problem === 'sum') ? 'sum' : 'unnamed';
}

/** The row that is filled; below it what it was called where that says something else, or the client that was not named. */
function Target({ row, name }: { row: Row; name: string }) {
  const { clientName, projectName, activityName } = row;
  const own = [projectName, activityName].filter(Boolean).join(' · ');
  const isSame = (label: string) => plainOf(label) === plainOf(name);
  const more = name === '' || isSame(rowLabel(row)) ? null : isSame(own) ? clientName : name;
  return (
    <>
      {own}
      {more ? <small>{more}</small> : null}
    </>
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
      {text.paste.problems[problem]} <q>{named(all.map((each) => each.text))}</q>
    </li>
  ));
}

const MOST_NAMED = 8;

function named(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return [...distinct.slice(0, MOST_NAMED), ...(distinct.length > MOST_NAMED ? ['…'] : [])].join(', ');
}
