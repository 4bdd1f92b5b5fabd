import { lazy, Suspense, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { TypingAhead } from '../../ui/typing-ahead.tsx';
import styles from './ghost-row.module.css';
import { text } from './messages.ts';
import type { RowHead } from './sheet.ts';

const loadPicker = () => import('./row-picker.tsx');
const RowPicker = lazy(async () => ({ default: (await loadPicker()).RowPicker }));

export type GhostRowProps = {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onPick: (row: RowHead) => void;
  onCreate: (name: string) => void;
};

/** The last line of the sheet: a button that turns into the search for a row where it stands. */
export function GhostRow({ isOpen, onOpen, onClose, onPick, onCreate }: GhostRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // Left without a choice, and nothing else was chosen to go to: back to where it began.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (wasOpen.current && !isOpen && isLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const add = (
    <button
      ref={button}
      type="button"
      className={styles.ghost}
      aria-label={text.addRow}
      title={`${text.addRow} (N)`}
      onPointerEnter={() => void loadPicker()}
      onFocus={() => void loadPicker()}
      onClick={onOpen}
    >
      <Icon name="plus" size={16} />
      {text.ghost}
    </button>
  );
  if (!isOpen) return add;
  return (
    <div className={styles.picker}>
      <Suspense
        fallback={
          <>
            {add}
            <TypingAhead label={text.picker.find} onLeave={onClose} />
          </>
        }
      >
        <RowPicker isLabelHidden onPick={onPick} onCreate={onCreate} onLeave={onClose} />
      </Suspense>
    </div>
  );
}
