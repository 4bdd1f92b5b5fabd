import type { TimerQuestion } from '@stint/domain/time/timer-question.ts';
import { useState } from 'react';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MomentField } from '../../ui/time-field.tsx';
import type { Running } from './acts.ts';
import { fromLocalField, hoursBetween, nameOf, toLocalField } from './format.ts';
import { text } from './messages.ts';
import styles from './timer.module.css';

export type QuestionDialogProps = {
  running: Running;
  question: TimerQuestion;
  /** When it was stopped. */
  endedAt: Date;
  onStop: (at: Date) => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** A timer that looks forgotten: keep all of it, cut it, or discard it. */
export function QuestionDialog({
  running,
  question,
  endedAt,
  onStop,
  onDiscard,
  onClose,
}: QuestionDialogProps) {
  const [end, setEnd] = useState(toLocalField(question.cutAt));
  const cutAt = fromLocalField(end, question.cutAt);
  const isRight = cutAt !== null && cutAt >= new Date(running.startedAt) && cutAt <= endedAt;
  const whole = hoursBetween(running.startedAt, endedAt);
  return (
    <Dialog
      title={text.question.title}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {text.question.discard}
          </Button>
          <Button onClick={() => onStop(endedAt)}>{text.question.keep(whole)}</Button>
          <Button
            variant="primary"
            aria-disabled={!isRight || undefined}
            onClick={() => isRight && onStop(cutAt)}
          >
            {text.question.cut(isRight ? hoursBetween(running.startedAt, cutAt) : '–')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{text.question[question.reason](whole, nameOf(running.work))}</p>
        <MomentField
          label={text.question.end}
          error={isRight ? null : text.question.endInvalid}
          value={end}
          onChange={setEnd}
        />
      </div>
    </Dialog>
  );
}
