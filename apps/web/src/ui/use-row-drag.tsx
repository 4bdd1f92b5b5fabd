import { type DragEvent, type HTMLAttributes, type ReactNode, useState } from 'react';
import { lists as text } from '../messages/lists.ts';
import { Icon } from './icon.tsx';
import styles from './list-page.module.css';

export type RowDragOptions<Item> = {
  keyOf: (item: Item) => string;
  /** Absent where rows stay where they are. */
  onMove: ((item: Item, place: Item) => void) | undefined;
};

export type RowDrag<Item> = {
  /** What a row needs so that another can be dropped on it. */
  placeOf: (item: Item) => HTMLAttributes<HTMLTableRowElement> & { 'data-drop'?: true };
  /** Where a row is taken with the mouse. */
  gripOf: (item: Item) => ReactNode;
};

/** Rows of a table are moved with the mouse: taken at their grip, and dropped in the place of another. */
export function useRowDrag<Item>({ keyOf, onMove }: RowDragOptions<Item>): RowDrag<Item> {
  const [taken, setTaken] = useState<Item | null>(null);
  const [over, setOver] = useState<string | null>(null);
  if (!onMove) return { placeOf: () => ({}), gripOf: () => null };
  const end = () => {
    setTaken(null);
    setOver(null);
  };
  const take = (event: DragEvent<HTMLElement>, item: Item) => {
    setTaken(item);
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', keyOf(item));
    const row = event.currentTarget.closest('tr');
    if (row) event.dataTransfer.setDragImage(row, 0, 0);
  };
  return {
    placeOf: (item) => ({
      ...(taken && over === keyOf(item) ? { 'data-drop': true } : {}),
      onDragOver: (event) => {
        if (!taken) return;
        event.preventDefault();
        setOver(keyOf(item));
      },
      onDrop: (event) => {
        event.preventDefault();
        if (taken && keyOf(taken) !== keyOf(item)) onMove(taken, item);
        end();
      },
    }),
    gripOf: (item) => (
      // Only for the mouse: the row's menu moves it by keyboard, and is what is read aloud.
      <span
        className={styles.grip}
        draggable
        aria-hidden="true"
        title={text.drag}
        onDragStart={(event) => take(event, item)}
        onDragEnd={end}
      >
        <Icon name="grip" size={16} />
      </span>
    ),
  };
}
