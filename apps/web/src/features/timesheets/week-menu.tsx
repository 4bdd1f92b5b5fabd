import { lazy, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { DialogToCome } from '../../ui/typing-ahead.tsx';
import { text } from './messages.ts';
import { copyChoices, useCopyWeek } from './use-copy-week.ts';
import type { ShownWeek } from './use-shown-week.ts';

const SheetFileDialog = lazy(async () => ({
  default: (await import('./sheet-file-dialog.tsx')).SheetFileDialog,
}));

/** What is done with a week now and then; nothing is offered that cannot be done. */
export function WeekMenu({ shown }: { shown: ShownWeek }) {
  const copy = useCopyWeek(shown);
  const [isFile, setIsFile] = useState(false);
  const copies = copyChoices.map(({ include, label }) => ({
    label: text.copyWeekAs(label),
    icon: 'copy' as const,
    onSelect: () => void copy.copy(include),
  }));
  return (
    <>
      <Menu
        label={text.moreActions}
        button={<Icon name="more" />}
        items={[
          ...(copy.canCopy ? copies : []),
          { label: text.sheetFile.menu, icon: 'download', onSelect: () => setIsFile(true) },
        ]}
      />
      <DialogToCome label={text.sheetFile.menu} onLeave={() => setIsFile(false)}>
        {isFile ? (
          <SheetFileDialog
            weekEndDate={shown.weekEndDate}
            teamMemberID={shown.person?.teamMemberID ?? null}
            onClose={() => setIsFile(false)}
          />
        ) : null}
      </DialogToCome>
    </>
  );
}
