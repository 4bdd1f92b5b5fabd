import { parseQuickAdd, type QuickAdd as Understood } from '@stint/domain/time/quick-add.ts';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { tagsQuery } from '../../../entities/tag.ts';
import { usePicker } from '../../../entities/use-picker.ts';
import { useApp } from '../../../lib/app-context.ts';
import { formatHours } from '../../../lib/hours.ts';
import { useSeen } from '../../../lib/use-idle.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { rowLabel } from '../row-label.ts';
import type { RowHead } from '../sheet.ts';
import { clockText } from './clock.ts';
import { text } from './messages.ts';
import styles from './quick-add.module.css';
import type { Day } from './use-day.ts';

/** What the rest of the day puts into the line. */
export type QuickAddHandle = { begin(line: string): void };

export type QuickAddProps = { day: Day; ref?: Ref<QuickAddHandle> };

const MOST_RECENT = 5;

/** A line that is understood while it is typed, shown before it is kept; and what was used lately, to begin with. */
export function QuickAdd({ day, ref }: QuickAddProps) {
  const [line, setLine] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { read, rows, recent, isComing, tagNames } = useUnderstood(line, day);
  const rowKey = chosen ?? read.rowKey;
  const row = rowKey === null ? undefined : rows.get(rowKey);

  // In front of what is typed already: nothing of it goes, but what was begun with before.
  const begun = useRef('');
  const begin = (next: string) => {
    const rest = line.startsWith(begun.current) ? line.slice(begun.current.length) : line;
    setLine(rest.startsWith(next) ? rest : next + rest);
    begun.current = next;
    setProblem(null);
    input.current?.focus();
  };
  useImperativeHandle(ref, () => ({ begin }));
  const choose = (key: string | null) => {
    setChosen(key);
    setProblem(null);
    input.current?.focus();
  };
  const add = () => {
    if (read.minutes === null) return setProblem(text.add.needsTime);
    if (!row) return setProblem(text.add.needsRow);
    // A project that was chosen by hand is not in the line: all of the line's words are what it was.
    day.add(row, chosen === null ? read : parseQuickAdd(line, { ...wordsOf(day, tagNames), rows: [] }));
    setLine('');
    begun.current = '';
    setChosen(null);
    setProblem(null);
    input.current?.focus();
  };
  const isEmpty = line.trim() === '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty || chosen !== null) add();
      }}
    >
      <div className={styles.line}>
        <Field label={text.add.label} error={problem} hint={isEmpty ? text.add.hint : undefined}>
          <Input
            ref={input}
            value={line}
            placeholder={text.add.placeholder}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={2000}
            onChange={(event) => {
              setLine(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Button variant="primary" type="submit" icon="plus">
          {text.add.button}
        </Button>
      </div>
      {isEmpty && chosen === null ? null : (
        <Chips read={read} row={row} tagNames={tagNames} needsComment={day.needsComment} />
      )}
      {!isEmpty && read.rowKey === null ? (
        <Field label={text.add.project}>
          <Combobox
            options={[...rows].map(([id, each]) => ({ id, label: rowLabel(each), color: each.color }))}
            value={chosen}
            onChange={choose}
            labels={common.chooser}
            placeholder={text.add.noRow}
          />
        </Field>
      ) : null}
      {isEmpty && isComing ? <div className={styles.toCome} /> : null}
      {isEmpty && recent.length > 0 ? (
        <div className={styles.recent} role="group" aria-label={text.recent}>
          {recent.map(([key, each]) => (
            <button key={key} type="button" aria-pressed={chosen === key} onClick={() => choose(key)}>
              <span className={styles.dot} style={each.color ? { background: each.color } : undefined} />
              {rowLabel(each)}
            </button>
          ))}
        </div>
      ) : null}
    </form>
  );
}

/** The line as it is understood with the projects and tags that there are. */
function useUnderstood(line: string, day: Day) {
  const { session } = useApp();
  // Nobody has typed a line before the day is there.
  const isTime = useSeen();
  const tags = useQuery({ ...tagsQuery(session.call), enabled: isTime });
  const picked = usePicker(searchedWord(line), { isTime });
  const rows: ReadonlyMap<string, RowHead> = picked.rows;
  const tagNames = tags.data ?? [];
  const named = [...rows].map(([key, row]) => ({ key, ...row }));
  const read = parseQuickAdd(line, { ...wordsOf(day, tagNames), rows: named });
  const recent = [...rows].slice(0, MOST_RECENT);
  return { read, rows, recent, isComing: picked.isSearching && rows.size === 0, tagNames };
}

type Tag = { tagID: string; tagName: string };

function wordsOf({ decimalReading }: Day, tags: readonly Tag[]) {
  return { tags, decimalReading };
}

/** The first word that may name a project, where more are there than one answer holds. */
function searchedWord(line: string): string {
  return line.split(/\s+/).find((word) => /^\p{L}{2}/u.test(word)) ?? '';
}

type ChipsProps = {
  read: Understood;
  row: RowHead | undefined;
  tagNames: readonly Tag[];
  needsComment: boolean;
};

function Chips({ read, row, tagNames, needsComment }: ChipsProps) {
  const { minutes, span, tagIDs, unknownTags, comment } = read;
  return (
    <ul className={styles.chips} aria-label={text.add.understood} aria-live="polite">
      {minutes === null ? (
        <li data-missing>{text.add.noTime}</li>
      ) : (
        <li>
          <b>{formatHours(minutes)}</b>
          {span ? ` ${text.span(clockText(span.start), clockText(span.end))}` : null}
        </li>
      )}
      {row ? (
        <li>
          <span className={styles.dot} style={row.color ? { background: row.color } : undefined} />
          {rowLabel(row)}
        </li>
      ) : (
        <li data-missing>{text.add.noRow}</li>
      )}
      {tagIDs.map((id) => (
        <li key={id}>#{tagNames.find(({ tagID }) => tagID === id)?.tagName}</li>
      ))}
      {unknownTags.map((name) => (
        <li key={name} data-missing>
          {text.add.noTag(name)}
        </li>
      ))}
      {comment ? <li className={styles.comment}>{comment}</li> : null}
      {needsComment && !comment ? <li data-missing>{text.add.needsComment}</li> : null}
    </ul>
  );
}
