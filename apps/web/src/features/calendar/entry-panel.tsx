import type { CalendarAxis } from '@stint/domain/time/calendar-axis.ts';
import { parseEndClock } from '@stint/domain/time/clock.ts';
import { MAX_COMMENT_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { tagsQuery } from '../../entities/tag.ts';
import { usePicker, workKey } from '../../entities/use-picker.ts';
import type { EntryDraft } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/choices.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { TimeInput } from '../../ui/time-field.tsx';
import { showProblem } from '../../ui/use-focus-problem.ts';
import { titleOf } from './calendar-entry.ts';
import { dayName, type Lock } from './calendar-words.ts';
import { type EntryFields, type FieldProblems, fieldsOf, readFields, typed } from './entry-form.ts';
import styles from './entry-panel.module.css';
import { text } from './messages.ts';

export type EntryPanelProps = {
  draft: EntryDraft;
  axis: CalendarAxis;
  locks: readonly Lock[];
  /** Why the entry cannot be changed, where it cannot. */
  lock: Lock;
  onSave: (draft: EntryDraft) => void;
  /** Absent for an entry that is not there yet. */
  onRemove: (() => void) | undefined;
  onClose: () => void;
};

/** All of an entry: what it was for, when, and what is said of it. */
export function EntryPanel({ draft, axis, locks, lock, onSave, onRemove, onClose }: EntryPanelProps) {
  const { settings } = useApp().start;
  const { decimalReading, requiredFields } = settings;
  const [edit, setEdit] = useState(draft);
  const [first] = useState(() => fieldsOf(draft, axis));
  const [fields, setFields] = useState(first);
  const [problems, setProblems] = useState<FieldProblems & { work?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<EntryFields>) => setFields(typed(fields, part, decimalReading));
  const isRequired = (name: (typeof requiredFields)[number]) =>
    requiredFields.includes(name) ? text.panel.required : undefined;
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const read = readFields(fields, { draft: edit, fields: first }, { axis, decimalReading });
    const work = edit.projectID === '' ? { work: text.panel.noWork } : {};
    if (!read.ok || work.work) {
      const wrong = { ...work, ...(read.ok ? {} : read.problems) };
      return showProblem(form.current, () => setProblems(wrong));
    }
    onSave(read.draft);
    onClose();
  };
  const isNew = onRemove === undefined;
  return (
    <Dialog title={isNew ? text.panel.add : text.panel.edit} closeLabel={text.panel.close} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={save} noValidate>
        {lock ? <p className={styles.locked}>{`${titleOf(draft)}: ${text.locked[lock]}`}</p> : null}
        <fieldset disabled={lock !== null} className={styles.fields}>
          <Field label={text.panel.work} error={edit.projectID === '' ? problems.work : null}>
            <WorkBox
              draft={edit}
              isDisabled={lock !== null}
              onChange={(part) => setEdit({ ...edit, ...part })}
            />
          </Field>
          <div className={styles.times}>
            <Field label={text.panel.day}>
              <Select value={fields.day} onChange={(event) => change({ day: Number(event.target.value) })}>
                {axis.days.map((day, index) => (
                  <option key={day.date} value={index} disabled={locks[index] != null && index !== first.day}>
                    {dayName(day)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={text.panel.from} error={problems.from}>
              <TimeInput value={fields.from} onChange={(from) => change({ from })} />
            </Field>
            <Field label={text.panel.to} error={problems.to}>
              <TimeInput value={fields.to} onChange={(to) => change({ to })} parse={parseEndClock} />
            </Field>
            <Field label={text.panel.hours} error={problems.hours}>
              <Input
                className={styles.time}
                value={fields.hours}
                autoComplete="off"
                onFocus={(event) => event.target.select()}
                onChange={(event) => change({ hours: event.target.value })}
              />
            </Field>
          </div>
          <p className={styles.hint}>{text.panel.hoursHint}</p>
          <Field
            label={text.panel.comment}
            {...hintOf(edit.comment === '' ? isRequired('comment') : undefined)}
          >
            <TextArea
              value={edit.comment}
              maxLength={MAX_COMMENT_LENGTH}
              rows={2}
              onChange={(event) => setEdit({ ...edit, comment: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
              }}
            />
          </Field>
          <Checkbox
            label={text.panel.isBillable}
            checked={edit.isBillable ?? true}
            onChange={(event) => setEdit({ ...edit, isBillable: event.target.checked })}
          />
          <Tags chosen={edit.tags ?? []} onChange={(tags) => setEdit({ ...edit, tags })} />
        </fieldset>
        <div className={styles.actions}>
          {onRemove && lock === null ? (
            <Button variant="quiet" icon="trash" onClick={onRemove}>
              {text.panel.remove}
            </Button>
          ) : null}
          <span />
          <Button onClick={onClose}>{common.cancel}</Button>
          {lock === null ? (
            <Button variant="primary" type="submit">
              {isNew ? text.panel.add_ : text.panel.save}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

function hintOf(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

type WorkBoxProps = { draft: EntryDraft; isDisabled: boolean; onChange: (part: Partial<EntryDraft>) => void };

/** One search over project, activity and client. */
function WorkBox({ draft, isDisabled, onChange }: WorkBoxProps) {
  const [search, setSearch] = useState('');
  const { rows, isSearching } = usePicker(search, { refetchOnMount: true });
  const options: ComboboxOption[] = [...rows].map(([id, row]) => ({
    id,
    label: titleOf(row),
    detail: row.clientName ?? '',
    color: row.color,
  }));
  const value = draft.projectID === '' ? null : workKey(draft);
  // What is booked on already may be archived meanwhile, and stays.
  if (value !== null && !rows.has(value))
    options.unshift({ id: value, label: titleOf(draft), detail: draft.clientName ?? '' });
  const choose = (id: string | null) => {
    const row = id === null ? undefined : rows.get(id);
    if (id === null)
      return onChange({ projectID: '', activityID: null, projectName: '', activityName: null });
    if (!row) return;
    const { projectID, activityID, projectName, activityName, clientName, isBillable } = row;
    onChange({ projectID, activityID, projectName, activityName, clientName, isBillable });
  };
  return (
    <Combobox
      options={options}
      value={value}
      onChange={choose}
      onType={setSearch}
      labels={{
        create: common.chooser.create,
        nothing: isSearching ? common.chooser.searching : text.panel.nothing,
        clear: text.panel.clear,
      }}
      placeholder={text.panel.find}
      isDisabled={isDisabled}
    />
  );
}

function Tags({ chosen, onChange }: { chosen: string[]; onChange: (tags: string[]) => void }) {
  const tags = useQuery(tagsQuery(useApp().session.call));
  if (!tags.data || tags.data.length === 0) return null;
  // What the entry has of tags that are archived stays.
  const keys = tags.data.map(({ tagID }) => tagID);
  return (
    <Checkboxes
      legend={text.panel.tags}
      layout="row"
      keys={keys}
      labelOf={(id) => tags.data.find(({ tagID }) => tagID === id)?.tagName ?? ''}
      chosen={chosen}
      onChange={(shown) => onChange([...chosen.filter((id) => !keys.includes(id)), ...shown])}
    />
  );
}
