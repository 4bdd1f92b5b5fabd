import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { newId } from '../../lib/new-id.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cell-details.module.css';
import { editOf, newEntry } from './cell-edits.ts';
import { text } from './dialogs/messages.ts';
import type { Draft } from './edit.ts';
import { type Amend, EntryFields } from './entry-fields.tsx';
import type { Cell, RowHead } from './sheet.ts';

export type CellDetailsProps = {
  /** Names the cell: of another one nothing stays but the fields themselves. */
  place: string;
  row: RowHead;
  cell: Cell;
  /** Why nothing of it can be changed; null where it can. */
  lockReason: string | null;
  onSave: (edits: Draft[]) => void;
  onAmend: Amend;
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

/** The time that one cell is looked at. */
type Visit = {
  place: string;
  /** The fields that were the first here: those of the next cell are the same, filled anew, since to build them takes far longer. */
  first: string;
  spare: Spare;
  isAdding: boolean;
};

function newVisit(place: string, { entries: [entry] }: Cell): Visit {
  const spare = newSpare();
  const first = entry?.timesheetID ?? spare.keys.get(spare.id) ?? '';
  return { place, first, spare, isAdding: false };
}

/** The same visit once it is known what became of the entry to come. */
function goOn(visit: Visit, entries: readonly string[]): Visit {
  const { spare } = visit;
  const isUsed = entries.includes(spare.id);
  // What was emptied is back: nobody asked for another one beside it.
  if (!isUsed && spare.emptied.some((id) => entries.includes(id)))
    return { ...visit, spare: newSpare(spare.keys), isAdding: false };
  if (isUsed === spare.isUsed) return visit;
  return { ...visit, spare: isUsed ? { ...spare, isUsed } : emptySpare(spare) };
}

/** The entries of one cell, in the inspector beside the sheet and in the dialog over it. */
export function CellDetails({ place, row, cell, lockReason, onSave, onAmend }: CellDetailsProps) {
  const { requiredFields, decimalReading } = useApp().start.settings;
  const { entries } = cell;
  const [before, setVisit] = useState(() => newVisit(place, cell));
  const visit =
    before.place === place
      ? goOn(
          before,
          entries.map(({ timesheetID }) => timesheetID),
        )
      : newVisit(place, cell);
  if (visit !== before) setVisit(visit);
  const { spare, isAdding } = visit;
  const setIsAdding = (adds: boolean) => setVisit((now) => ({ ...now, isAdding: adds }));
  const isLocked = lockReason !== null;
  const hasSpare = !isLocked && (isAdding || entries.length === 0) && !spare.isUsed;
  const lines = [
    ...entries.map((entry) => ({ base: { ...editOf(entry), tags: entry.tags }, isNew: false })),
    ...(hasSpare ? [{ base: newEntry(row, cell.workDate, 0, spare.id), isNew: true }] : []),
  ];
  const fieldsOf = ({ base }: (typeof lines)[number]) => spare.keys.get(base.timesheetID) ?? base.timesheetID;
  return (
    <div className={styles.lines}>
      {lockReason ? <p className={styles.locked}>{lockReason}</p> : null}
      {lines.map(({ base, isNew }) => (
        <EntryFields
          key={fieldsOf({ base, isNew }) === visit.first ? 'first' : fieldsOf({ base, isNew })}
          of={`${place} ${fieldsOf({ base, isNew })}`}
          base={{ ...base, isBillable: base.isBillable ?? row.isBillable }}
          isNew={isNew}
          isLocked={isLocked}
          required={requiredFields}
          decimalReading={decimalReading}
          // What is being written stays, also when somebody else fills the cell meanwhile.
          onFocus={isNew ? () => setIsAdding(true) : undefined}
          onSave={(edit) => onSave([edit])}
          onAmend={onAmend}
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
          onClick={() => setVisit({ ...visit, spare: newSpare(spare.keys), isAdding: true })}
        >
          {text.addEntry}
        </Button>
      )}
    </div>
  );
}
