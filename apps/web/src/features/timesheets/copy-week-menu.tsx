import { addWeeks } from '@stint/domain/time/week.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type CopiedWeek, copyWeek, weekKey } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import { rowKey } from './sheet.ts';
import { useTimeStore } from './time-store.ts';
import type { useWeek } from './use-week.ts';
import styles from './week-page.module.css';

type Include = 'rows' | 'hours' | 'comments';

export type CopyWeekMenuProps = { week: ReturnType<typeof useWeek>; isDisabled: boolean };

/** Takes over last week: rows, rows with hours, or with comments too; says what had to stay out. */
export function CopyWeekMenu({ week, isDisabled }: CopyWeekMenuProps) {
  const { session } = useApp();
  const { queue } = useTimeStore();
  const queryClient = useQueryClient();
  const toast = useToast();
  const copy = async (include: Include) => {
    try {
      await queue.flush();
      const to = week.key.weekEndDate;
      const body = { from: addWeeks(to, -1), to, include };
      const before = new Set(week.sheet.rows.map(({ key }) => key));
      const { skipped, ...sheet } = await copyWeek(session.call, body);
      queryClient.setQueryData(weekKey(week.key), sheet);
      const added = new Set(sheet.entries.map(rowKey).filter((key) => !before.has(key)));
      const left = skipped.filter(({ reason }) => reason !== 'alreadyThere');
      const parts = [
        text.copied(added.size),
        ...(left.length > 0 ? [text.leftOut(left.map(describe).join(', '))] : []),
      ];
      toast({ text: parts.join(' '), tone: left.length > 0 ? 'info' : 'success' });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  const items: [label: string, include: Include][] = [
    [text.copyRows, 'rows'],
    [text.copyHours, 'hours'],
    [text.copyComments, 'comments'],
  ];
  return (
    <div className={styles.copy}>
      <Menu
        label=""
        align="end"
        button={
          <>
            <Icon name="copy" />
            {text.copyWeek}
          </>
        }
        items={items.map(([label, include]) => ({ label, isDisabled, onSelect: () => void copy(include) }))}
      />
    </div>
  );
}

function describe({ projectName, activityName, reason }: CopiedWeek['skipped'][number]): string {
  return `${[projectName, activityName].filter(Boolean).join(' › ')} (${text.skipReasons[reason]})`;
}
