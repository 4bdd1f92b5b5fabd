import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './copy-week-menu.module.css';
import { text } from './messages.ts';
import { copyChoices, useCopyWeek } from './use-copy-week.ts';
import type { ShownWeek } from './use-shown-week.ts';

/** Takes over last week, where there is something to take over. */
export function CopyWeekMenu({ shown }: { shown: ShownWeek }) {
  const copy = useCopyWeek(shown);
  if (!copy.canCopy) return null;
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
        items={copyChoices.map(({ include, label }) => ({ label, onSelect: () => void copy.copy(include) }))}
      />
    </div>
  );
}
