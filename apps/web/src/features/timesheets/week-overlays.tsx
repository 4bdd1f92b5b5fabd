import { lazy } from 'react';
import { dayLabel } from '../../lib/today.ts';
import { DialogToCome } from '../../ui/typing-ahead.tsx';
import { cellOf } from './cell-place.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekOverlay, WeekPageActions } from './use-week-page-actions.ts';

const AddRowDialog = lazy(async () => ({ default: (await import('./add-row-dialog.tsx')).AddRowDialog }));
const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }));
const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));
const PasteOverlay = lazy(async () => ({ default: (await import('./paste-overlay.tsx')).PasteOverlay }));

export type WeekOverlaysProps = { shown: ShownWeek; acts: WeekPageActions };

/** What comes, while it is fetched. */
const titles: Record<NonNullable<WeekOverlay>['kind'], string> = {
  pick: text.picker.title,
  add: text.picker.title,
  details: text.details,
  paste: text.paste.title,
  conflict: text.conflict.title,
};

/** The dialogs over the week, each fetched when it is opened first. */
export function WeekOverlays({ shown, acts }: WeekOverlaysProps) {
  const { sheet, state } = shown.week;
  const { overlay, closeOverlay } = acts;
  const details = overlay?.kind === 'details' && !shown.hasInspector ? cellOf(sheet, overlay) : null;
  const lock = overlay?.kind === 'details' ? (shown.locked[overlay.day] ?? null) : null;
  return (
    <DialogToCome label={overlay ? titles[overlay.kind] : ''} onLeave={closeOverlay}>
      {overlay?.kind === 'add' ? (
        <AddRowDialog name={overlay.name} onAdd={acts.addRow} onClose={closeOverlay} />
      ) : null}
      {details && overlay?.kind === 'details' ? (
        <DetailsDialog
          title={text.detailsOf(rowLabel(details.row), dayLabel(details.cell.workDate, overlay.day))}
          place={`${overlay.rowKey}.${overlay.day}`}
          row={details.row}
          cell={details.cell}
          lockReason={lock && text.locked[lock]}
          onSave={acts.apply}
          onAmend={acts.amend}
          onClose={closeOverlay}
        />
      ) : null}
      {overlay?.kind === 'paste' ? (
        <PasteOverlay pasted={overlay.pasted} range={overlay.range} shown={shown} acts={acts} />
      ) : null}
      {overlay?.kind === 'conflict' && state.status === 'conflict' ? (
        <ConflictDialog conflicts={state.conflicts} onChoose={acts.resolve} onClose={closeOverlay} />
      ) : null}
    </DialogToCome>
  );
}
