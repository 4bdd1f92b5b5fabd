import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { discardDraft, mendDraft, type TimerDraft, type Work, workBody } from '../../entities/timer.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { theirsOf } from '../../lib/theirs-of.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictChoice, writeValue } from '../../ui/conflict-choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MomentField } from '../../ui/time-field.tsx';
import { type FieldWords, useSharedValues } from '../../ui/use-shared-values.ts';
import { fromLocalField, hoursBetween, nameOf, sinceOf, toLocalField } from './format.ts';
import { text } from './messages.ts';
import styles from './timer.module.css';
import type { Problem } from './timer-box.ts';
import { type TimerView, workOf } from './use-timer.ts';
import { WorkFields } from './work-fields.tsx';

export type DraftsDialogProps = { timer: TimerView; onClose: () => void };

/** Time that was measured and is no entry yet, each with its reason; it is finished or discarded here. */
export function DraftsDialog({ timer, onClose }: DraftsDialogProps) {
  const { drafts, problems, store, now } = timer;
  return (
    <Dialog title={text.draftsDialog.title} closeLabel={common.close} onClose={onClose} size="medium">
      <p className={styles.note}>
        {drafts.length + problems.length === 0 ? text.draftsDialog.none : text.draftsDialog.intro}
      </p>
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <DraftRow key={draft.draftID} draft={draft} now={now} />
        ))}
        {problems.map((problem) => (
          <ProblemRow
            key={problem.act.key}
            problem={problem}
            now={now}
            onAgain={() => store.settle(problem.act.key, 'refuse')}
            onDiscard={() => store.settle(problem.act.key)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

type Values = { work: Work; endedAt: string };

const valuesOf = (draft: TimerDraft): Values => ({
  work: workOf(draft),
  endedAt: toLocalField(draft.endedAt),
});

const words: FieldWords<Values> = {
  work: { label: text.panel.work, write: writeWork },
  endedAt: { label: text.draftsDialog.endedAt, write: writeMoment },
};

function writeWork(work: Work): string {
  const parts = new Set([nameOf(work), work.comment]);
  return [...parts].filter(Boolean).join(' · ');
}

/** A time that is half typed is no moment yet. */
function writeMoment(field: string): string {
  const at = fromLocalField(field);
  return at === null ? writeValue('') : formatMoment(at);
}

/** Where it was finished or mended on another device meanwhile, both are shown. */
function DraftRow({ draft, now }: { draft: TimerDraft; now: () => Date }) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { values, set, stored, choice, meet, settle } = useSharedValues({ stored: draft, valuesOf, words });
  const { work, endedAt } = values;
  const end = fromLocalField(endedAt, stored.endedAt);
  const isRight = end !== null && end >= new Date(draft.startedAt) && end <= now();
  const after = () => invalidate(queryClient, 'timer', 'week', 'weekYear');
  const save = useSubmit(async () => {
    if (!isRight) return;
    try {
      await mendDraft(session.call, stored, { ...workBody(work), endedAt: end.toISOString() });
      // A part of it may stay under the same id, newer and with another end: that is what was sent here, and nobody else's.
      settle(stored, values);
    } catch (thrown) {
      const theirs = theirsOf<TimerDraft>(thrown);
      if (theirs) meet(theirs);
      throw thrown;
    }
    await after();
  });
  const discard = useSubmit(async () => {
    await discardDraft(session.call, draft);
    await after();
  });
  // Over once theirs was taken.
  const isOver = theirsOf(save.error) !== null && choice === null;
  const error = (isOver ? null : save.error) ?? discard.error;
  return (
    <li className={styles.draft}>
      <DraftHead
        name={nameOf(draft)}
        time={hoursBetween(draft.startedAt, draft.endedAt)}
        since={sinceOf(draft.startedAt, now())}
        reason={text.reasons[draft.reason]}
      />
      {error && !isOpen ? <FormError>{describeError(error)}</FormError> : null}
      {isOpen ? (
        <Form className={styles.form} error={error} onSubmit={save.submit}>
          {choice ? <ConflictChoice {...choice} onMine={save.submit} /> : null}
          <WorkFields work={work} onChange={(next) => set({ work: next })} autoFocus />
          <MomentField
            label={text.draftsDialog.endedAt}
            error={isRight ? null : text.draftsDialog.endBeforeStart}
            value={endedAt}
            onChange={(next) => set({ endedAt: next })}
          />
          <div className={styles.actions}>
            <Button variant="quiet" icon="trash" isBusy={discard.isBusy} onClick={discard.submit}>
              {text.draftsDialog.discard}
            </Button>
            <Button variant="primary" type="submit" isBusy={save.isBusy}>
              {text.draftsDialog.save}
            </Button>
          </div>
        </Form>
      ) : (
        <div className={styles.actions}>
          <Button variant="quiet" icon="trash" isBusy={discard.isBusy} onClick={discard.submit}>
            {text.draftsDialog.discard}
          </Button>
          <Button variant="quiet" isBusy={save.isBusy} onClick={save.submit}>
            {text.draftsDialog.again}
          </Button>
          <Button onClick={() => setIsOpen(true)}>{text.draftsDialog.mend}</Button>
        </div>
      )}
    </li>
  );
}

type ProblemRowProps = { problem: Problem; now: () => Date; onAgain: () => void; onDiscard: () => void };

/** What the server refused lies on this device alone. */
function ProblemRow({ problem, now, onAgain, onDiscard }: ProblemRowProps) {
  const { act, message } = problem;
  const startedAt = act.kind === 'record' ? act.startedAt : act.kind === 'start' ? act.at : null;
  return (
    <li className={styles.draft}>
      <DraftHead
        name={'work' in act ? nameOf(act.work) : text.draftsDialog.onDevice}
        time={act.kind === 'record' ? hoursBetween(act.startedAt, act.endedAt) : null}
        since={startedAt && sinceOf(startedAt, now())}
        reason={message}
      />
      <div className={styles.actions}>
        <Button variant="quiet" icon="trash" onClick={onDiscard}>
          {text.draftsDialog.discard}
        </Button>
        <Button onClick={onAgain}>{text.draftsDialog.again}</Button>
      </div>
    </li>
  );
}

type DraftHeadProps = { name: string; time: string | null; since: string | null; reason: string };

function DraftHead({ name, time, since, reason }: DraftHeadProps) {
  return (
    <div className={styles.draftHead}>
      <strong className={styles.draftName}>{name}</strong>
      {time ? <span className={styles.draftTime}>{time}</span> : null}
      <span className={styles.draftSince}>{since}</span>
      <span className={styles.reason}>{reason}</span>
    </div>
  );
}
