import { useMemo, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { text } from './dialogs/messages.ts';
import type { Range } from './grid-selection.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { planPaste } from './paste-plan.ts';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';

export type PasteOverlayProps = { pasted: string; range: Range; shown: ShownWeek; acts: WeekPageActions };

/** A pasted block over the week that it would fill. */
export function PasteOverlay({ pasted, range, shown, acts }: PasteOverlayProps) {
  const { decimalReading } = useApp().start.settings;
  const { sheet } = shown.week;
  const [takesHeads, setTakesHeads] = useState(false);
  const plan = useMemo(
    () => planPaste(pasted, { sheet, locked: shown.locked, range, decimalReading, takesHeads }),
    [pasted, sheet, shown.locked, range, decimalReading, takesHeads],
  );
  return (
    <PasteDialog
      plan={plan}
      sheet={sheet}
      takesHeads={takesHeads}
      onTakeHeads={setTakesHeads}
      onFill={() => acts.actions.commitAll(plan.changes, text.paste.filled)}
      onClose={acts.closeOverlay}
    />
  );
}
