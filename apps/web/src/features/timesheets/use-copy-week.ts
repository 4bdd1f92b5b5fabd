import { addWeeks } from '@stint/domain/time/week.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CopiedWeek, copyWeek, weekKey, weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { wholeEditOf } from './cell-edits.ts';
import { text } from './messages.ts';
import { rowKey } from './sheet.ts';
import { useTimeStore } from './time-store.ts';
import type { ShownWeek } from './use-shown-week.ts';

type Include = 'rows' | 'hours' | 'comments';

export const copyChoices: { include: Include; label: string }[] = [
  { include: 'rows', label: text.copyRows },
  { include: 'hours', label: text.copyHours },
  { include: 'comments', label: text.copyComments },
];

/** Takes over last week: rows, rows with hours, or with comments too; says what had to stay out. */
export function useCopyWeek({ week, canWrite }: Pick<ShownWeek, 'week' | 'canWrite'>) {
  const { session } = useApp();
  const { queue } = useTimeStore();
  const queryClient = useQueryClient();
  const toast = useToast();
  const to = week.key.weekEndDate;
  const from = addWeeks(to, -1);
  // Neighbours are fetched when nothing else is to do; until then nobody knows that there is nothing.
  const last = useQuery({ ...weekQuery(session.call, { ...week.key, weekEndDate: from }), enabled: false });
  const copy = async (include: Include) => {
    try {
      await queue.flush();
      const body = { teamMemberID: week.key.teamMemberID, from, to, include };
      const before = new Set(week.sheet.rows.map(({ key }) => key));
      const known = new Set(week.sheet.entries.map(({ timesheetID }) => timesheetID));
      const { skipped, ...sheet } = await copyWeek(session.call, body);
      queryClient.setQueryData(weekKey(week.key), sheet);
      const added = new Set(sheet.entries.map(rowKey).filter((key) => !before.has(key)));
      const left = skipped.filter(({ reason }) => reason !== 'alreadyThere');
      const parts = [
        text.copied(added.size),
        ...(left.length > 0 ? [text.leftOut(left.map(describe).join(', '))] : []),
      ];
      const copied = sheet.entries.filter(({ timesheetID }) => !known.has(timesheetID));
      const undo = () =>
        queue.put(
          week.key,
          copied.map((entry) => ({ ...wholeEditOf({ ...entry, isUnsaved: false }), isDeleted: true })),
        );
      toast({
        text: parts.join(' '),
        tone: left.length > 0 ? 'info' : 'success',
        ...(copied.length > 0 ? { action: { label: common.undo, onPress: undo } } : {}),
      });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  return { canCopy: canWrite && last.data?.entries.length !== 0, copy };
}

function describe({ projectName, activityName, reason }: CopiedWeek['skipped'][number]): string {
  return `${[projectName, activityName].filter(Boolean).join(' › ')} (${text.skipReasons[reason]})`;
}
