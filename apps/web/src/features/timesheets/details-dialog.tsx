import { type DecimalReading, formatHours, parseHours } from '@stint/domain/time/hours.ts';
import { useState } from 'react';
import { newId } from '../../lib/new-id.ts';
import { common } from '../../messages/common.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx';
import { editOf, newEntry } from './cell-edits.ts';
import styles from './details-dialog.module.css';
import type { Draft } from './edit.ts';
import { text } from './messages.ts';
import type { Cell, RowHead } from './sheet.ts';

type Line = { edit: Draft; hours: string };

export type DetailsDialogProps = {
  title: string;
  row: RowHead;
  cell: Cell;
  isLocked: boolean;
  lockReason: string | null;
  decimalReading: DecimalReading;
  onSave: (edits: Draft[]) => void;
  onClose: () => void;
};

/** Comment, billable and several entries of one cell. */
export function DetailsDialog({
  title,
  row,
  cell,
  isLocked,
  lockReason,
  decimalReading,
  onSave,
  onClose,
}: DetailsDialogProps) {
  const blank = (): Line => ({ edit: newEntry(row, cell.workDate, 0, newId()), hours: '' });
  const [lines, setLines] = useState<Line[]>(() =>
    cell.entries.length > 0
      ? cell.entries.map((entry) => ({ edit: editOf(entry), hours: formatHours(entry.minutes) }))
      : [blank()],
  );
  const [hasTried, setHasTried] = useState(false);
  const change = (index: number, part: { edit?: Partial<Draft>; hours?: string }) =>
    setLines(
      lines.map((line, at) =>
        at === index ? { edit: { ...line.edit, ...part.edit }, hours: part.hours ?? line.hours } : line,
      ),
    );
  const problemOf = ({ hours, edit }: Line): string | null => {
    if (edit.isDeleted || hours.trim() === '') return null;
    return parseHours(hours, { decimalReading }).ok ? null : text.invalid;
  };
  const save = () => {
    setHasTried(true);
    if (lines.some(problemOf)) return;
    onSave(lines.flatMap((line) => finished(line, decimalReading)));
    onClose();
  };
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        isLocked ? undefined : (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button variant="primary" onClick={save}>
              {text.done}
            </Button>
          </>
        )
      }
    >
      <form
        className={styles.lines}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {lockReason ? <p className={styles.locked}>{lockReason}</p> : null}
        <fieldset disabled={isLocked} className={styles.lines}>
          {lines.map((line, index) =>
            line.edit.isDeleted ? null : (
              <div key={line.edit.timesheetID} className={styles.line}>
                <div className={styles.top}>
                  <Field label={text.hours} error={hasTried ? problemOf(line) : null}>
                    <Input
                      value={line.hours}
                      autoComplete="off"
                      placeholder="0:00"
                      onChange={(event) => change(index, { hours: event.target.value })}
                    />
                  </Field>
                  <Checkbox
                    label={text.isBillable}
                    checked={line.edit.isBillable ?? row.isBillable}
                    onChange={(event) => change(index, { edit: { isBillable: event.target.checked } })}
                  />
                  {lines.length > 1 ? (
                    <IconButton
                      icon="trash"
                      label={text.removeEntry}
                      onClick={() => change(index, { edit: { isDeleted: true } })}
                    />
                  ) : null}
                </div>
                <Field label={text.comment}>
                  <TextArea
                    value={line.edit.comment}
                    maxLength={2000}
                    onChange={(event) => change(index, { edit: { comment: event.target.value } })}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
                    }}
                  />
                </Field>
              </div>
            ),
          )}
          {isLocked ? null : (
            <Button variant="quiet" icon="plus" onClick={() => setLines([...lines, blank()])}>
              {text.addEntry}
            </Button>
          )}
        </fieldset>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** What a line means: empty hours without a comment are no entry. */
function finished({ edit, hours }: Line, decimalReading: DecimalReading): Draft[] {
  const parsed = parseHours(hours, { decimalReading });
  const minutes = parsed.ok ? parsed.minutes : 0;
  const isEmpty = minutes === 0 && edit.comment.trim() === '';
  if (isEmpty && edit.version === null) return [{ ...edit, isDeleted: true }];
  return [{ ...edit, minutes, isDeleted: edit.isDeleted || isEmpty }];
}
