import { useMemo, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { text } from './dialogs/messages.ts';
import type { Range } from './grid-selection.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { type PasteChoice, planPaste } from './paste-plan.ts';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';

export type PasteOverlayProps = { pasted: string; range: Range; shown: ShownWeek; acts: WeekPageActions };

/** A pasted block over the week that it would fill. */
export function PasteOverlay({ pasted, range, shown, acts }: PasteOverlayProps) {
  const { decimalReading } = useApp().start.settings;
  const { sheet } = shown.week;
  const [choice, setChoice] = useState<PasteChoice>({ numbers: null, takesOrder: false });
  const plan = useMemo(
    () => planPaste(pasted, { sheet, locked: shown.locked, range, decimalReading, choice }),
    [pasted, sheet, shown.locked, range, decimalReading, choice],
  );
  return (
    <PasteDialog
      plan={plan}
      sheet={sheet}
      choice={choice}
      onChoose={setChoice}
      onFill={() => acts.actions.commitAll(plan.changes, text.paste.filled)}
      onClose={acts.closeOverlay}
    />
  );
}
