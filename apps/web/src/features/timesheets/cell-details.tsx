import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { newId } from '../../lib/new-id.ts';
import { Button } from '../../ui/button.tsx';
import styles from './cell-details.module.css';
import { editOf, newEntry } from './cell-edits.ts';
import type { Draft } from './edit.ts';
import { EntryFields } from './entry-fields.tsx';
import { text } from './messages.ts';
import type { Cell, RowHead } from './sheet.ts';

export type CellDetailsProps = {
  row: RowHead;
  cell: Cell;
  /** Why nothing of it can be changed; null where it can. */
  lockReason: string | null;
  onSave: (edits: Draft[]) => void;
};

/** The entries of one cell, in the inspector beside the sheet and in the dialog over it. */
export function CellDetails({ row, cell, lockReason, onSave }: CellDetailsProps) {
  const { requiredFields, decimalReading } = useApp().start.settings;
  const [spare, setSpare] = useState(newId);
  const [isAdding, setIsAdding] = useState(false);
  const isLocked = lockReason !== null;
  const { entries } = cell;
  const hasSpare =
    !isLocked &&
    (isAdding || entries.length === 0) &&
    !entries.some(({ timesheetID }) => timesheetID === spare);
  const lines = [
    ...entries.map((entry) => ({ base: editOf(entry), isNew: false })),
    ...(hasSpare ? [{ base: newEntry(row, cell.workDate, 0, spare), isNew: true }] : []),
  ];
  return (
    <div className={styles.lines}>
      {lockReason ? <p className={styles.locked}>{lockReason}</p> : null}
      {lines.map(({ base, isNew }) => (
        <EntryFields
          key={base.timesheetID}
          base={{ ...base, isBillable: base.isBillable ?? row.isBillable }}
          isNew={isNew}
          isLocked={isLocked}
          required={requiredFields}
          decimalReading={decimalReading}
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
            setSpare(newId());
            setIsAdding(true);
          }}
        >
          {text.addEntry}
        </Button>
      )}
    </div>
  );
}
