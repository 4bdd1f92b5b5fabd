import { questionTimer, type TimerQuestion } from '@stint/domain/time/timer-question.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { describeError } from '../../lib/describe-error.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DialogToCome } from '../../ui/typing-ahead.tsx';
import { isSameTimer, type Running } from './acts.ts';
import { hoursBetween, nameOf } from './format.ts';
import { text } from './messages.ts';
import { RunningClock } from './running-clock.tsx';
import styles from './timer.module.css';
import { timeZoneHere, useTimer } from './use-timer.ts';
import { useTimerKeys } from './use-timer-keys.ts';

const TimerPanel = lazy(async () => ({ default: (await import('./timer-panel.tsx')).TimerPanel }));
const DraftsDialog = lazy(async () => ({ default: (await import('./drafts-dialog.tsx')).DraftsDialog }));
const QuestionDialog = lazy(async () => ({
  default: (await import('./question-dialog.tsx')).QuestionDialog,
}));
const ElsewhereDialog = lazy(async () => ({
  default: (await import('./elsewhere-dialog.tsx')).ElsewhereDialog,
}));

type Open = 'start' | 'drafts' | { edited: Running } | Question | null;
/** Asked of one timer: another may run in its place by now. */
type Question = { question: TimerQuestion; endedAt: Date; of: Running };

/** The timer in the top line of every page. */
export function TimerLine() {
  const timer = useTimer();
  const { store, running, drafts, problems, last, schedule, now } = timer;
  const [open, setOpen] = useState<Open>(null);
  const toast = useToast();
  const close = () => setOpen(null);

  useEffect(
    () =>
      store.onKept((kept) => {
        const [draft] = kept.drafts;
        if (draft) toast({ text: text.reasons[draft.reason], tone: 'info' });
      }),
    [store, toast],
  );

  const giveBack = (key: string) => {
    store
      .undo(key, timeZoneHere())
      .catch((error: unknown) =>
        toast({ text: text.toast.undoFailed(describeError(error)), tone: 'danger' }),
      );
  };
  const stopAt = (at: Date) => {
    if (!running) return;
    close();
    const key = store.add({ kind: 'stop', timerID: running.timerID, at: at.toISOString() });
    const time = hoursBetween(running.startedAt, at);
    const said = navigator.onLine ? text.toast.stopped : text.toast.offline;
    toast({
      text: time === '0:00' ? text.toast.tooShort : said(time, nameOf(running.work)),
      action: { label: common.undo, onPress: () => giveBack(key) },
    });
  };
  const stop = () => {
    if (!running) return;
    const endedAt = now();
    const { timeZone } = running;
    const startedAt = new Date(Math.min(new Date(running.startedAt).getTime(), endedAt.getTime()));
    const question = questionTimer({ startedAt, endedAt, timeZone }, schedule);
    if (question) setOpen({ question, endedAt, of: running });
    else stopAt(endedAt);
  };
  const continueLast = () => {
    if (running) return;
    if (!last) return toast({ text: text.nothingLast, tone: 'info' });
    const at = now().toISOString();
    store.add({ kind: 'start', at, timeZone: timeZoneHere(), work: last, whenRunning: 'refuse' });
  };
  useTimerKeys({ n: () => setOpen('start'), s: stop, c: continueLast });

  const unfinished = drafts.length + problems.length;
  const elsewhere = problems.find(({ running: other, act }) => other !== null && act.kind === 'start');
  return (
    <section className={styles.line} aria-label={text.region} data-running={running ? '' : undefined}>
      {unfinished > 0 ? (
        <button type="button" className={styles.unfinished} onClick={() => setOpen('drafts')}>
          {text.drafts(unfinished)}
        </button>
      ) : null}
      {running ? (
        <>
          <button
            type="button"
            className={styles.work}
            title={timer.waiting > 0 ? text.waiting : undefined}
            onClick={() => setOpen({ edited: running })}
          >
            <span
              className={styles.dot}
              style={running.work.color ? { background: running.work.color } : undefined}
            />
            <span className={styles.name}>
              <span className="visually-hidden">{`${text.region}: `}</span>
              {nameOf(running.work)}
            </span>
            {running.work.projectName && running.work.comment ? (
              <span className={styles.comment}>{running.work.comment}</span>
            ) : null}
          </button>
          <RunningClock startedAt={running.startedAt} now={now} />
          <button type="button" className={styles.stop} title={`${text.stop} (S)`} onClick={stop}>
            <span className={styles.square} aria-hidden="true" />
            {text.stop}
          </button>
        </>
      ) : timer.isKnown ? (
        <>
          {last ? (
            <Button variant="quiet" title={`${text.continueLast(nameOf(last))} (C)`} onClick={continueLast}>
              <span className={styles.last}>{text.continueLast(nameOf(last))}</span>
            </Button>
          ) : null}
          <Button title={`${text.start} (Alt+N)`} onClick={() => setOpen('start')}>
            <span className={styles.triangle} aria-hidden="true" />
            {text.start}
          </Button>
        </>
      ) : null}
      <DialogToCome label={titleOf(open)} onLeave={close}>
        {open === 'start' || isEdit(open) ? (
          <TimerPanel timer={timer} edited={isEdit(open) ? open.edited : null} onClose={close} />
        ) : null}
        {open === 'drafts' ? <DraftsDialog timer={timer} onClose={close} /> : null}
        {running && isQuestion(open) && isSameTimer(open.of, running) ? (
          <QuestionDialog
            running={running}
            question={open.question}
            endedAt={open.endedAt}
            onStop={stopAt}
            onDiscard={() => {
              store.add({ kind: 'discard', timerID: running.timerID });
              close();
            }}
            onClose={close}
          />
        ) : null}
      </DialogToCome>
      {/* Nobody asked for it: until it is here, what is typed goes where one types. */}
      <Suspense fallback={null}>
        {elsewhere && open === null ? <ElsewhereDialog timer={timer} problem={elsewhere} /> : null}
      </Suspense>
    </section>
  );
}

/** What the keys go to while it is fetched. */
function titleOf(open: Open): string {
  if (open === 'drafts') return text.draftsDialog.title;
  return isQuestion(open) ? text.question.title : text.panel.work;
}

function isEdit(open: Open): open is { edited: Running } {
  return typeof open === 'object' && open !== null && 'edited' in open;
}

function isQuestion(open: Open): open is Question {
  return typeof open === 'object' && open !== null && 'question' in open;
}
