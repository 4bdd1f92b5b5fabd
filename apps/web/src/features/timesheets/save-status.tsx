import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { focusInvalidCell } from './invalid-cells.ts';
import { text } from './messages.ts';
import type { WeekSaveState } from './save-queue.ts';
import styles from './save-status.module.css';
import type { SaveWords } from './save-words.ts';

export type SaveStatusProps = {
  state: WeekSaveState;
  words: SaveWords;
  onRetry: () => void;
  onDiscard: () => void;
  onCompare: () => void;
};

const icons: Record<SaveWords, IconName | null> = {
  nothing: null,
  saved: 'check',
  waiting: null,
  saving: null,
  offline: 'offline',
  invalid: 'warning',
  refused: 'warning',
  conflict: 'warning',
};

/** A quiet word near the week's name; louder only when somebody has to act. */
export function SaveStatus({ state, words, onRetry, onDiscard, onCompare }: SaveStatusProps) {
  const icon = icons[words];
  return (
    <div className={styles.status} data-status={words} role="status">
      {icon ? <Icon name={icon} size={16} /> : null}
      <span>
        {state.status === 'refused' ? `${text.state.refused}: ${state.message}` : text.state[words]}
      </span>
      {words === 'refused' || words === 'offline' ? (
        <Button variant="quiet" onClick={onRetry}>
          {common.retry}
        </Button>
      ) : null}
      {words === 'refused' ? (
        <Button variant="quiet" onClick={onDiscard}>
          {text.refusedDiscard}
        </Button>
      ) : null}
      {words === 'invalid' ? (
        <Button variant="quiet" onClick={focusInvalidCell}>
          {text.toInvalid}
        </Button>
      ) : null}
      {words === 'conflict' ? (
        <Button variant="quiet" onClick={onCompare}>
          {text.conflict.compare}
        </Button>
      ) : null}
    </div>
  );
}
