import { actionsFrom } from '@stint/domain/time/approval.ts';
import { weekLabel } from '@stint/domain/time/week.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { historyQuery, type Step, withdrawWeek } from '../../entities/approval.ts';
import { type WeekSheet, weekKey } from '../../entities/week.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { text } from './messages.ts';
import { ReopenDialog } from './reopen-dialog.tsx';
import { SentBack } from './sent-back.tsx';
import { useStepToast } from './use-step-toast.ts';
import { useSubmitKey } from './use-submit-key.ts';
import styles from './week-steps.module.css';
import { dayOf, lineOf, momentOf } from './words.ts';

// Not with the shell: a week is read and filled many times before it is handed in.
const SubmitDialog = lazy(async () => ({ default: (await import('./submit-dialog.tsx')).SubmitDialog }));

export type WeekStepsProps = {
  sheet: WeekSheet;
  /** Nothing of the week waits on this device only. */
  isSaved: boolean;
  /** Sends what waits. */
  save: () => Promise<void>;
};

const tones = { open: 'neutral', pending: 'info', approved: 'success', disapproved: 'danger' } as const;

/** Where a person's own week stands, and the next step that the person can take. */
export function WeekSteps({ sheet, isSaved, save }: WeekStepsProps) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const tellStep = useStepToast();
  const [dialog, setDialog] = useState<'submit' | 'reopen' | null>(null);
  const canReopen = useCan('week.reopen');
  const { week } = sheet;
  const history = useQuery({ ...historyQuery(session.call, week), enabled: week.version > 0 });
  const reload = () => queryClient.invalidateQueries({ queryKey: weekKey(week) });
  const withdraw = useSubmit(async () => {
    try {
      tellStep(text.withdraw.done, [await withdrawWeek(session.call, week)]);
    } finally {
      await reload();
    }
  });
  const actions = actionsFrom(week.status);
  const openSubmit = () => {
    void save();
    setDialog('submit');
  };
  useSubmitKey(start.settings.approvalsEnabled && actions.includes('submit') ? openSubmit : null);
  if (!start.settings.approvalsEnabled) return null;
  const last = history.data?.at(-1);
  return (
    <section className={styles.steps} aria-label={text.stepper}>
      <SentBack shownWeekEnd={week.weekEndDate} />
      {week.status === 'disapproved' ? <Reason sheet={sheet} step={last} /> : null}
      {withdraw.error ? <FormError>{describeError(withdraw.error)}</FormError> : null}
      <div className={styles.line}>
        <Badge tone={tones[week.status]}>{text.states[week.status]}</Badge>
        {last ? <StepWords step={last} /> : null}
        <div className={styles.actions}>
          {actions.includes('withdraw') ? (
            <Button isBusy={withdraw.isBusy} onClick={withdraw.submit}>
              {text.withdraw.button}
            </Button>
          ) : null}
          {actions.includes('reopen') && canReopen ? (
            <Button icon="restore" onClick={() => setDialog('reopen')}>
              {text.reopen.button}
            </Button>
          ) : null}
          {actions.includes('submit') ? (
            <Button
              icon="check"
              title={`${week.status === 'open' ? text.submit.button : text.submit.again} (Ctrl+Enter)`}
              onClick={openSubmit}
            >
              {week.status === 'open' ? text.submit.button : text.submit.again}
            </Button>
          ) : null}
        </div>
      </div>
      {dialog === 'reopen' ? (
        <ReopenDialog
          week={week}
          person={null}
          onDone={() => setDialog(null)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'submit' ? (
          <SubmitDialog
            title={text.submit.title(weekLabel(week.weekEndDate))}
            sheet={sheet}
            isSaved={isSaved}
            onDone={async (submitted) => {
              setDialog(null);
              tellStep(text.submit.done, [submitted]);
              await reload();
            }}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

function StepWords({ step }: { step: Step }) {
  const { dateFormat } = useApp().start.settings;
  return (
    <span className={styles.who}>
      {text.steps[step.action] ?? step.action}:{' '}
      {text.by(step.actorName ?? text.somebody, momentOf(step.at, dateFormat))}
    </span>
  );
}

/** Why the week came back, with the lines that were marked. */
function Reason({ sheet, step }: { sheet: WeekSheet; step: Step | undefined }) {
  const { week, entries } = sheet;
  const marked = week.lines.flatMap(({ timesheetID, note }) => {
    const entry = entries.find((each) => each.timesheetID === timesheetID);
    return entry ? [{ entry, note }] : [];
  });
  return (
    <div className={styles.reason}>
      <p>
        <b>{text.reasonFrom(step?.actorName ?? text.somebody)}</b> {week.reason}
      </p>
      {marked.length > 0 ? (
        <>
          <h2>{text.flagged}</h2>
          <ul>
            {marked.map(({ entry, note }) => (
              <li key={entry.timesheetID}>
                {dayOf(entry.workDate)}: {lineOf(entry)}
                {entry.comment ? ` – ${entry.comment}` : ''}
                {note ? ` (${note})` : ''}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
