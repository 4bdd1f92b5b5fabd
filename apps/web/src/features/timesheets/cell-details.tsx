import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { newId } from '../../lib/new-id.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cell-details.module.css';
import { editOf, newEntry } from './cell-edits.ts';
import { text } from './dialogs/messages.ts';
import type { Draft } from './edit.ts';
import { EntryFields } from './entry-fields.tsx';
import type { Cell, RowHead } from './sheet.ts';

export type CellDetailsProps = {
  /** Names the cell: of another one nothing stays but the fields themselves. */
  place: string;
  row: RowHead;
  cell: Cell;
  /** Why nothing of it can be changed; null where it can. */
  lockReason: string | null;
  onSave: (edits: Draft[]) => void;
};

/** An entry to come: an id that an entry has had names no other one, and its fields stay the same fields all the time. */
type Spare = {
  id: string;
  isUsed: boolean;
  /** Of the fields of entries that were made here, by their ids; one that was emptied and comes back gets others. */
  keys: ReadonlyMap<string, string>;
  /** Ids that it had before, of entries that were emptied. */
  emptied: readonly string[];
};

function newSpare(keys: Spare['keys'] = new Map()): Spare {
  const id = newId();
  return { id, isUsed: false, keys: new Map([...keys, [id, newId()]]), emptied: [] };
}

/** The same fields for another entry, once what was written in them was emptied. */
function emptySpare({ id: before, keys, emptied }: Spare): Spare {
  const id = newId();
  const kept = [...keys].map(([each, key]) => [each === before ? id : each, key] as const);
  return { id, isUsed: false, keys: new Map(kept), emptied: [...emptied, before] };
}

/**
 * Which fields each entry has. Those of another cell are the same ones, filled anew: to build them takes far longer, and who
 * goes through the week leads past a cell at each key.
 */
type Slots = { place: string; byEntry: ReadonlyMap<string, number> };

function slotsFor(entries: readonly string[], place: string, before: Slots): Slots {
  const known = before.place === place ? before.byEntry : new Map<string, number>();
  if (before.place === place && entries.length === known.size && entries.every((each) => known.has(each)))
    return before;
  const byEntry = new Map([...known].filter(([entry]) => entries.includes(entry)));
  for (const entry of entries) {
    if (byEntry.has(entry)) continue;
    const used = new Set(byEntry.values());
    let slot = 0;
    while (used.has(slot)) slot += 1;
    byEntry.set(entry, slot);
  }
  return { place, byEntry };
}

/** The entries of one cell, in the inspector beside the sheet and in the dialog over it. */
export function CellDetails({ place, row, cell, lockReason, onSave }: CellDetailsProps) {
  const { requiredFields, decimalReading } = useApp().start.settings;
  const [spare, setSpare] = useState(() => newSpare());
  const [isAdding, setIsAdding] = useState(false);
  const [slots, setSlots] = useState<Slots>({ place, byEntry: new Map() });
  const isLocked = lockReason !== null;
  const { entries } = cell;
  const isUsed = entries.some(({ timesheetID }) => timesheetID === spare.id);
  if (slots.place !== place) {
    setSpare(newSpare());
    setIsAdding(false);
  } else if (!isUsed && entries.some(({ timesheetID }) => spare.emptied.includes(timesheetID))) {
    // What was emptied is back: nobody asked for another one beside it.
    setSpare(newSpare(spare.keys));
    setIsAdding(false);
  } else if (isUsed !== spare.isUsed) {
    setSpare(isUsed ? { ...spare, isUsed } : emptySpare(spare));
  }
  const hasSpare = !isLocked && (isAdding || entries.length === 0) && !isUsed;
  const lines = [
    ...entries.map((entry) => ({ base: editOf(entry), isNew: false })),
    ...(hasSpare ? [{ base: newEntry(row, cell.workDate, 0, spare.id), isNew: true }] : []),
  ];
  const fieldsOf = ({ base }: (typeof lines)[number]) => spare.keys.get(base.timesheetID) ?? base.timesheetID;
  const slotted = slotsFor(lines.map(fieldsOf), place, slots);
  if (slotted !== slots) setSlots(slotted);
  return (
    <div className={styles.lines}>
      {lockReason ? <p className={styles.locked}>{lockReason}</p> : null}
      {lines.map(({ base, isNew }) => (
        <EntryFields
          key={slotted.byEntry.get(fieldsOf({ base, isNew }))}
          of={`${place} ${fieldsOf({ base, isNew })}`}
          base={{ ...base, isBillable: base.isBillable ?? row.isBillable }}
          isNew={isNew}
          isLocked={isLocked}
          required={requiredFields}
          decimalReading={decimalReading}
          // What is being written stays, also when somebody else fills the cell meanwhile.
          onFocus={isNew ? () => setIsAdding(true) : undefined}
          onSave={(edit) => onSave([edit])}
          onRemove={
            lines.length < 2
              ? undefined
              : () => (isNew ? setIsAdding(false) : onSave([{ ...base, isDeleted: true }]))
          }
        />
      ))}
      {isLocked || hasSpare ? null : (
        <Button
          variant="quiet"
          icon="plus"
          onClick={() => {
            setSpare(newSpare(spare.keys));
            setIsAdding(true);
          }}
        >
          {text.addEntry}
        </Button>
      )}
    </div>
  );
}
