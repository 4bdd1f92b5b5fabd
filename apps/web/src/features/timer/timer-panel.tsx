import { isForgotten } from '@stint/domain/time/timer.ts';
import { useRef, useState } from 'react';
import type { Work } from '../../entities/timer.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { MomentField } from '../../ui/time-field.tsx';
import { showProblem } from '../../ui/use-focus-problem.ts';
import { isSameTimer, type Running } from './acts.ts';
import { fromLocalField, nameOf, toLocalField } from './format.ts';
import { text } from './messages.ts';
import styles from './timer.module.css';
import { noWork, type TimerView, timeZoneHere } from './use-timer.ts';
import { WorkFields } from './work-fields.tsx';

export type TimerPanelProps = {
  timer: TimerView;
  /** The one that is changed; null for a new one. */
  edited: Running | null;
  onClose: () => void;
};

/** Starts a timer, or changes what runs: what it is for, and when it began. */
export function TimerPanel({ timer, edited, onClose }: TimerPanelProps) {
  const { store, running, now } = timer;
  // Stopped or replaced on another device: what is written here is not for what runs now.
  const isGone = edited !== null && !isSameTimer(edited, running);
  const [work, setWork] = useState<Work>(edited?.work ?? noWork);
  const [startedAt, setStartedAt] = useState(edited ? toLocalField(edited.startedAt) : '');
  const [problem, setProblem] = useState<string | null>(null);

  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    if (isGone) return;
    if (!edited) {
      const whenRunning = running ? 'stop' : 'refuse';
      store.add({ kind: 'start', at: now().toISOString(), timeZone: timeZoneHere(), work, whenRunning });
      return onClose();
    }
    const start = fromLocalField(startedAt, edited.startedAt);
    const wrong = problemOf(start, now());
    if (wrong !== null || !start) return showProblem(form.current, () => setProblem(wrong));
    const isMoved = start.getTime() !== new Date(edited.startedAt).getTime();
    store.add({
      kind: 'change',
      timerID: edited.timerID,
      work,
      startedAt: isMoved ? start.toISOString() : null,
    });
    onClose();
  };
  const isReplacing = edited === null && running !== null;
  return (
    <Dialog
      title={edited ? text.panel.editTitle : text.panel.startTitle}
      closeLabel={common.close}
      onClose={onClose}
    >
      <form
        ref={form}
        className={styles.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isGone ? <FormError>{text.panel.gone}</FormError> : null}
        {isReplacing ? <p className={styles.note}>{text.panel.willStop(nameOf(running.work))}</p> : null}
        <WorkFields work={work} onChange={setWork} autoFocus />
        {edited ? (
          <MomentField
            label={text.panel.startedAt}
            error={problem}
            value={startedAt}
            onChange={setStartedAt}
          />
        ) : null}
        <div className={styles.actions}>
          {edited && !isGone ? (
            <Button
              variant="quiet"
              icon="trash"
              onClick={() => {
                store.add({ kind: 'discard', timerID: edited.timerID });
                onClose();
              }}
            >
              {text.panel.discard}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" disabled={isGone}>
            {edited ? text.panel.save : isReplacing ? text.panel.stopAndStart : text.panel.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function problemOf(start: Date | null, now: Date): string | null {
  if (!start || start > now) return text.panel.startedInFuture;
  return isForgotten(start, now) ? text.panel.startedTooLongAgo : null;
}
