import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../entities/approval.ts';
import type { WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { weekLabel } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './history-drawer.module.css';
import { text } from './messages.ts';

export type HistoryDrawerProps = { week: WeekSheet['week']; onClose: () => void };

/** Every step that a week took, the newest first: who, when, with how much, and what was said. */
export function HistoryDrawer({ week, onClose }: HistoryDrawerProps) {
  const { session } = useApp();
  const history = useQuery(historyQuery(session.call, week));
  return (
    <Dialog
      title={text.historyOf(weekLabel(week.weekEndDate))}
      closeLabel={common.close}
      placement="side"
      onClose={onClose}
    >
      {history.isPending ? <SkeletonRows count={3} label={common.loading} /> : null}
      {history.error ? <FormError>{describeError(history.error)}</FormError> : null}
      <ol className={styles.steps}>
        {history.data?.toReversed().map((step) => {
          const person = step.actorName ?? text.somebody;
          return (
            <li key={step.id}>
              <Avatar id={step.actorID ?? ''} name={person} />
              <div>
                <p>
                  <b>{text.steps[step.action] ?? step.action}</b>{' '}
                  <span className="number">{formatHours(step.totalMinutes)}</span>
                </p>
                <p className={styles.quiet}>{text.by(person, formatMoment(step.at))}</p>
                {step.reason ? <p>{step.reason}</p> : null}
                {step.note ? (
                  <p>
                    {text.note}: {step.note}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
