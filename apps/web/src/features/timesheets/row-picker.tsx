import { useLayoutEffect, useRef, useState } from 'react';
import { usePicker } from '../../entities/use-picker.ts';
import { useCan } from '../../lib/actor.ts';
import { common } from '../../messages/common.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { takeTyped } from '../../ui/typing-ahead.tsx';
import { text } from './dialogs/messages.ts';
import { text as week } from './messages.ts';
import type { RowHead } from './sheet.ts';

export type RowPickerProps = {
  onPick: (row: RowHead) => void;
  /** A project of this name is wanted that is not there. */
  onCreate: (name: string) => void;
  /** Left without a choice. */
  onLeave?: () => void;
  /** The label stands around it already. */
  isLabelHidden?: boolean;
};

/** One search over project, activity and client; favourite and recent rows show at once. */
export function RowPicker({ onPick, onCreate, onLeave, isLabelHidden = false }: RowPickerProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => takeTyped(field.current), []);
  const { rows, isSearching } = usePicker(typed);
  const canCreate = useCan('project.write');
  const options: ComboboxOption[] = [...rows].map(([id, row]) => ({
    id,
    label: [row.projectName, row.activityName].filter(Boolean).join(' · '),
    detail: row.clientName ?? '',
    color: row.color,
  }));
  const nothing = canCreate
    ? typed.trim() === ''
      ? text.picker.none
      : common.chooser.nothing
    : `${common.chooser.nothing} ${text.picker.noneToCreate}`;
  return (
    <Field label={week.picker.find} isLabelHidden={isLabelHidden}>
      <Combobox
        options={options}
        value={null}
        onChange={(id) => {
          const row = id === null ? undefined : rows.get(id);
          if (row) onPick(row);
        }}
        ref={field}
        onType={setTyped}
        isSearching={isSearching}
        // What is not found yet may be there: nothing is made twice by typing fast.
        {...(canCreate && !isSearching ? { onCreate } : {})}
        {...(onLeave ? { onLeave } : {})}
        labels={{
          create: text.picker.create,
          nothing: isSearching ? common.chooser.searching : nothing,
          clear: common.chooser.clear,
        }}
        heading={text.picker.recent}
        placeholder={week.picker.find}
        autoFocus
        opensAtOnce
      />
    </Field>
  );
}
