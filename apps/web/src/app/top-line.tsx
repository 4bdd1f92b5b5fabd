import { lazy, Suspense } from 'react';
import { useIdle } from '../lib/use-idle.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { text } from './messages.ts';
import type { Overlay } from './overlay.ts';
import styles from './shell.module.css';

const TimerLine = lazy(async () => ({
  default: (await import('../features/timer/timer-line.tsx')).TimerLine,
}));

/** What is at hand on every page: the way anywhere, and the timer, which comes once the first screen is there. */
export function TopLine({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const isIdle = useIdle();
  return (
    <header className={styles.topLine}>
      <button type="button" className={styles.find} onClick={() => onOpen('palette')}>
        <Icon name="search" size={16} />
        <span className={styles.findText}>{text.palette.title}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button
        type="button"
        className={classNames(styles.find, styles.help)}
        aria-label={text.help}
        title={text.help}
        onClick={() => onOpen('help')}
      >
        <Icon name="help" size={18} />
      </button>
      <Suspense fallback={null}>{isIdle ? <TimerLine /> : null}</Suspense>
    </header>
  );
}
