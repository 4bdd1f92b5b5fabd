import { actionsFrom } from '@stint/domain/time/approval.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { historyQuery, type Step, withdrawWeek } from '../../entities/approval.ts';
import { type WeekSheet, weekKey } from '../../entities/week.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { weekLabel } from '../../lib/today.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Badge, weekStateTones } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { DialogToCome } from '../../ui/typing-ahead.tsx';
import { text } from './messages.ts';
import { useStepToast } from './use-step-toast.ts';
import { useSubmitKey } from './use-submit-key.ts';
import styles from './week-steps.module.css';

// Not with the shell: a week is read and filled many times before it is submitted.
const SubmitDialog = lazy(async () => ({ default: (await import('./submit-dialog.tsx')).SubmitDialog }));

const ReopenDialog = lazy(async () => ({ default: (await import('./reopen-dialog.tsx')).ReopenDialog }));

const HistoryDrawer = lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer }));

export type WeekStepsProps = {
  sheet: WeekSheet;
  /** Why the week cannot be submitted as it stands on the screen; null where it is stored whole. */
  unsaved: string | null;
  /** Sends what waits. */
  save: () => Promise<void>;
};

/** Where a person's own week stands, and the next step that the person can take. */
export function WeekSteps({ sheet, unsaved, save }: WeekStepsProps) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const tellStep = useStepToast();
  const [dialog, setDialog] = useState<'submit' | 'reopen' | 'history' | null>(null);
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
  const label = weekLabel(week.weekEndDate);
  const titles = {
    submit: text.submit.title(label),
    reopen: text.reopen.titleOwn(label),
    history: text.historyOf(label),
  };
  useSubmitKey(start.settings.approvalsEnabled && actions.includes('submit') ? openSubmit : null);
  if (!start.settings.approvalsEnabled) return null;
  const last = history.data?.at(-1);
  return (
    <section className={styles.steps} aria-label={text.stepper}>
      {withdraw.error ? <FormError>{describeError(withdraw.error)}</FormError> : null}
      <div className={styles.line}>
        <Badge tone={weekStateTones[week.status]}>{text.states[week.status]}</Badge>
        {last ? (
          <>
            <StepWords step={last} />
            <IconButton icon="history" label={text.history} onClick={() => setDialog('history')} />
          </>
        ) : null}
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
              variant={week.totalMinutes > 0 ? 'primary' : 'secondary'}
              title={`${week.status === 'open' ? text.submit.button : text.submit.again} (Ctrl+Enter)`}
              onClick={openSubmit}
            >
              {week.status === 'open' ? text.submit.button : text.submit.again}
            </Button>
          ) : null}
        </div>
      </div>
      <DialogToCome label={dialog ? titles[dialog] : ''} onLeave={() => setDialog(null)}>
        {dialog === 'reopen' ? (
          <ReopenDialog
            week={week}
            person={null}
            onDone={() => setDialog(null)}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog === 'history' ? <HistoryDrawer week={week} onClose={() => setDialog(null)} /> : null}
        {dialog === 'submit' ? (
          <SubmitDialog
            title={titles.submit}
            sheet={sheet}
            unsaved={unsaved}
            onDone={async (submitted) => {
              setDialog(null);
              tellStep(text.submit.done, [submitted]);
              await reload();
            }}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </DialogToCome>
    </section>
  );
}

function StepWords({ step }: { step: Step }) {
  const by = text.by(step.actorName ?? text.somebody, formatMoment(step.at));
  const words = `${text.steps[step.action] ?? step.action}: ${by}`;
  return (
    <span className={styles.who} title={words}>
      {words}
    </span>
  );
}
