import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { text } from './messages.ts';
import { copyChoices, useCopyWeek } from './use-copy-week.ts';
import type { ShownWeek } from './use-shown-week.ts';

/** What is done with a week now and then; nothing is offered that cannot be done. */
export function WeekMenu({ shown }: { shown: ShownWeek }) {
  const copy = useCopyWeek(shown);
  if (!copy.canCopy) return null;
  return (
    <Menu
      label={text.moreActions}
      button={<Icon name="more" />}
      items={copyChoices.map(({ include, label }) => ({
        label: text.copyWeekAs(label),
        icon: 'copy',
        onSelect: () => void copy.copy(include),
      }))}
    />
  );
}
