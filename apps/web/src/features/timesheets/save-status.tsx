import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { text } from './messages.ts';
import type { WeekSaveState } from './save-queue.ts';
import styles from './save-status.module.css';

export type SaveStatusProps = {
  state: WeekSaveState;
  onRetry: () => void;
  onDiscard: () => void;
  onCompare: () => void;
};

const icons: Record<WeekSaveState['status'], IconName | null> = {
  saved: 'check',
  waiting: null,
  saving: null,
  offline: 'offline',
  refused: 'warning',
  conflict: 'warning',
};

/** A quiet word near the week's name; louder only when somebody has to act. */
export function SaveStatus({ state, onRetry, onDiscard, onCompare }: SaveStatusProps) {
  const icon = icons[state.status];
  return (
    <div className={styles.status} data-status={state.status} role="status">
      {icon ? <Icon name={icon} size={16} /> : null}
      <span>
        {state.status === 'refused' ? `${text.state.refused}: ${state.message}` : text.state[state.status]}
      </span>
      {state.status === 'refused' || state.status === 'offline' ? (
        <Button variant="quiet" onClick={onRetry}>
          {common.retry}
        </Button>
      ) : null}
      {state.status === 'refused' ? (
        <Button variant="quiet" onClick={onDiscard}>
          {text.refusedDiscard}
        </Button>
      ) : null}
      {state.status === 'conflict' ? (
        <Button variant="quiet" onClick={onCompare}>
          {text.conflict.yours} / {text.conflict.theirs}
        </Button>
      ) : null}
    </div>
  );
}
