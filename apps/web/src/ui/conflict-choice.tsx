import { ApiError } from '../lib/api-error.ts';
import { common } from '../messages/common.ts';
import { Button } from './button.tsx';
import styles from './conflict-choice.module.css';

/** What is there now, where a change was refused because somebody else was faster: it comes with the refusal. */
export function theirsOf<Thing>(error: unknown): Thing | null {
  const isConflict = error instanceof ApiError && error.code === 'version_conflict';
  return isConflict ? ((error.body.current as Thing | undefined) ?? null) : null;
}

export type ConflictChoiceProps = {
  /** Saves the own values all the same; absent where the form's own button does. */
  onMine?: () => void;
  onTheirs: () => void;
};

/** Somebody changed the same a moment ago: what was typed is still there, and one of both is chosen. */
export function ConflictChoice({ onMine, onTheirs }: ConflictChoiceProps) {
  return (
    <div className={styles.conflict} role="status">
      <p>{common.conflict.text}</p>
      {onMine ? <Button onClick={onMine}>{common.conflict.mine}</Button> : null}
      <Button onClick={onTheirs}>{common.conflict.theirs}</Button>
    </div>
  );
}
