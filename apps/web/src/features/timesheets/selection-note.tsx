import { formatHours } from '../../lib/hours.ts';
import type { GridSelection } from './grid-selection.ts';
import { text } from './messages.ts';
import styles from './selection-note.module.css';
import type { Sheet } from './sheet.ts';
import { useSelected } from './use-grid-hands.ts';

/** How many cells are selected and their sum, said aloud as well; nothing while there is one. */
export function SelectionNote({ selection, sheet }: { selection: GridSelection; sheet: Sheet }) {
  const selected = useSelected(selection, sheet);
  return (
    <p className={styles.note} role="status">
      {selected ? text.selected(selected.cells, formatHours(selected.minutes)) : null}
    </p>
  );
}
