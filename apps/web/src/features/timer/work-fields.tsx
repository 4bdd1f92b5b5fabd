import { MAX_COMMENT_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useState } from 'react';
import type { Work } from '../../entities/timer.ts';
import { usePicker } from '../../entities/use-picker.ts';
import { common } from '../../messages/common.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { nameOf } from './format.ts';
import { text } from './messages.ts';

export type WorkFieldsProps = { work: Work; onChange: (work: Work) => void; autoFocus?: boolean };

/** What time is for: one search over project, activity and client, and a comment. */
export function WorkFields({ work, onChange, autoFocus = false }: WorkFieldsProps) {
  const [typed, setTyped] = useState('');
  const { rows, isSearching } = usePicker(typed);
  const found: ComboboxOption[] = [...rows].map(([id, row]) => ({
    id,
    label: [row.projectName, row.activityName].filter(Boolean).join(' · '),
    detail: row.clientName ?? '',
    color: row.color,
  }));
  const chosen = work.projectID === null ? null : `${work.projectID}.${work.activityID ?? ''}`;
  // What was chosen may be archived since, or not among those that are offered first.
  const isOffered = chosen === null || rows.has(chosen);
  const options = isOffered
    ? found
    : [{ id: chosen, label: nameOf(work), detail: work.clientName ?? '', color: work.color }, ...found];
  const choose = (id: string | null) => {
    if (id === chosen) return;
    const row = id === null ? undefined : rows.get(id);
    onChange({
      ...work,
      projectID: row?.projectID ?? null,
      activityID: row?.activityID ?? null,
      projectName: row?.projectName ?? null,
      clientName: row?.clientName ?? null,
      activityName: row?.activityName ?? null,
      color: row?.color ?? null,
      // As project and activity say.
      isBillable: null,
    });
  };
  return (
    <>
      <Field label={text.panel.work} optionalText={common.optional} hint={text.panel.workHint}>
        <Combobox
          options={options}
          value={chosen}
          onChange={choose}
          onType={setTyped}
          isSearching={isSearching}
          labels={{
            create: common.chooser.create,
            nothing: isSearching ? common.chooser.searching : common.chooser.nothing,
            clear: common.chooser.clear,
          }}
          autoFocus={autoFocus}
        />
      </Field>
      <Field label={text.panel.comment} optionalText={common.optional}>
        <Input
          value={work.comment}
          maxLength={MAX_COMMENT_LENGTH}
          autoComplete="off"
          onChange={(event) => onChange({ ...work, comment: event.target.value })}
        />
      </Field>
    </>
  );
}
