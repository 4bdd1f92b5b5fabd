import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { discardDraft, mendDraft, type TimerDraft, workBody } from '../../entities/timer.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
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
          <DraftRow key={`${draft.draftID}.${draft.version}`} draft={draft} now={now} />
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

function DraftRow({ draft, now }: { draft: TimerDraft; now: () => Date }) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [work, setWork] = useState(workOf(draft));
  const [endedAt, setEndedAt] = useState(toLocalField(draft.endedAt));
  const end = fromLocalField(endedAt, draft.endedAt);
  const isRight = end !== null && end >= new Date(draft.startedAt) && end <= now();
  const after = () => invalidate(queryClient, 'timer', 'week', 'weekYear');
  const save = useSubmit(async () => {
    if (!isRight) return;
    await mendDraft(session.call, draft, { ...workBody(work), endedAt: end.toISOString() });
    await after();
  });
  const discard = useSubmit(async () => {
    await discardDraft(session.call, draft);
    await after();
  });
  const error = save.error ?? discard.error;
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
          <WorkFields work={work} onChange={setWork} autoFocus />
          <Field label={text.draftsDialog.endedAt} error={isRight ? null : text.draftsDialog.endBeforeStart}>
            <Input
              type="datetime-local"
              value={endedAt}
              min={toLocalField(draft.startedAt)}
              max={toLocalField(now())}
              onChange={(event) => setEndedAt(event.target.value)}
            />
          </Field>
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
