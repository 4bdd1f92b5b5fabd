import { addWeeks } from '@stint/domain/time/week.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { text } from './messages.ts';
import styles from './week-page.module.css';

export type WeekNavigationProps = { weekEndDate: string; onWeek: (weekEndDate: string | null) => void };

/** Back, this week, forward; the week lives in the address. */
export function WeekNavigation({ weekEndDate, onWeek }: WeekNavigationProps) {
  return (
    <div className={styles.navigation}>
      <IconButton
        icon="left"
        label={text.previousWeek}
        shortcut="["
        onClick={() => onWeek(addWeeks(weekEndDate, -1))}
      />
      <Button title={`${text.thisWeek} (T)`} onClick={() => onWeek(null)}>
        {text.thisWeek}
      </Button>
      <IconButton
        icon="right"
        label={text.nextWeek}
        shortcut="]"
        onClick={() => onWeek(addWeeks(weekEndDate, 1))}
      />
    </div>
  );
}
