import { useQuery } from '@tanstack/react-query';
import { freshWeekQuery, historyQuery, type ListedWeek } from '../../entities/approval.ts';
import type { Entry, WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatMoment } from '../../lib/clock.ts';
import { formatHours } from '../../lib/hours.ts';
import { weekLabel } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Badge, weekStateTones } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { text as inbox } from './inbox/messages.ts';
import { personOf } from './inbox-row.tsx';
import { text } from './messages.ts';
import { WeekDifference } from './week-difference.tsx';
import styles from './week-review.module.css';
import { WeekTable } from './week-table.tsx';
import { dayOf, lineOf } from './words.ts';

export type WeekReviewProps = {
  week: ListedWeek;
  /** Whether its hours and history are asked for; what was read before is shown in any case. */
  isAsked: boolean;
  failure: string | null;
  isBusy: boolean;
  /** Null where there is nothing to decide. */
  onApprove: (() => void) | null;
  onDisapprove: () => void;
  /** Null where the week is not approved, or the person may not open it again. */
  onReopen: (() => void) | null;
  onBack: (() => void) | null;
};

/** One week, read-only: hours, comments, what changed since it was last handed in, and its history. */
export function WeekReview(props: WeekReviewProps) {
  const { week, isAsked, failure, isBusy, onApprove, onDisapprove, onReopen, onBack } = props;
  const { session } = useApp();
  const sheet = useQuery({ ...freshWeekQuery(session.call, week), enabled: isAsked });
  const person = personOf(week);
  return (
    <article className={styles.review} aria-label={inbox.hours(person)}>
      <header className={styles.header}>
        {onBack ? (
          <Button variant="quiet" icon="left" onClick={onBack}>
            {inbox.back}
          </Button>
        ) : null}
        <div className={styles.name}>
          <h2>{person}</h2>
          <span>{weekLabel(week.weekEndDate)}</span>
          <Badge tone={weekStateTones[week.status]}>{text.states[week.status]}</Badge>
        </div>
        {onApprove ? (
          <div className={styles.actions}>
            <Button title={`${inbox.disapprove} (X)`} onClick={onDisapprove}>
              {inbox.disapprove}
            </Button>
            <Button
              variant="primary"
              icon="check"
              title={`${inbox.approve} (A)`}
              isBusy={isBusy}
              onClick={onApprove}
            >
              {inbox.approve}
            </Button>
          </div>
        ) : null}
        {onReopen ? (
          <div className={styles.actions}>
            <Button icon="restore" onClick={onReopen}>
              {text.reopen.button}
            </Button>
          </div>
        ) : null}
      </header>
      {failure ? <FormError>{failure}</FormError> : null}
      {week.note ? (
        <p className={styles.note}>
          <b>{text.note}:</b> {week.note}
        </p>
      ) : null}
      {week.status === 'disapproved' && week.reason ? (
        <p className={styles.reason}>
          <b>{text.reason}:</b> {week.reason}
        </p>
      ) : null}
      {sheet.isPending ? <SkeletonRows count={4} label={common.loading} /> : null}
      {sheet.error && !sheet.data ? <ErrorState error={sheet.error} onRetry={sheet.refetch} /> : null}
      {sheet.data ? <Body sheet={sheet.data} person={person} isAsked={isAsked} /> : null}
    </article>
  );
}

type BodyProps = { sheet: WeekSheet; person: string; isAsked: boolean };

function Body({ sheet, person, isAsked }: BodyProps) {
  return (
    <>
      <WeekTable sheet={sheet} label={inbox.hours(person)} />
      <Comments entries={sheet.entries} />
      {sheet.week.version > 0 ? <WeekDifference week={sheet.week} isAsked={isAsked} /> : null}
      {sheet.week.version > 0 ? <History week={sheet.week} isAsked={isAsked} /> : null}
    </>
  );
}

function Comments({ entries }: { entries: readonly Entry[] }) {
  const said = entries
    .filter(({ comment }) => comment !== '')
    .toSorted((a, b) => a.workDate.localeCompare(b.workDate));
  return (
    <section className={styles.part}>
      <h3>{inbox.comments}</h3>
      {said.length === 0 ? <p className={styles.quiet}>{inbox.noComments}</p> : null}
      <ul>
        {said.map((entry) => (
          <li key={entry.timesheetID}>
            <span className={styles.quiet}>
              {dayOf(entry.workDate)}, {lineOf(entry)}, {formatHours(entry.minutes)}:
            </span>{' '}
            {entry.comment}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ week, isAsked }: { week: WeekSheet['week']; isAsked: boolean }) {
  const { session } = useApp();
  const history = useQuery({ ...historyQuery(session.call, week), enabled: isAsked });
  if (!history.data || history.data.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{text.history}</h3>
      <ol>
        {history.data.map((step) => (
          <li key={step.id}>
            {text.steps[step.action] ?? step.action}{' '}
            <span className={styles.quiet}>
              {text.by(step.actorName ?? text.somebody, formatMoment(step.at))}
            </span>
            {step.reason ? `: ${step.reason}` : ''}
          </li>
        ))}
      </ol>
    </section>
  );
}
