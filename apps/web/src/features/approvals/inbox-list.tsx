import { percentOf } from '@stint/domain/time/billable-split.ts';
import { useState } from 'react';
import { keyOf, type ListedWeek, type Tab } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { weekLabel } from '../../lib/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import styles from './approvals-page.module.css';
import { text } from './messages.ts';
import type { useDecisions } from './use-decisions.ts';
import { momentOf } from './words.ts';

export type InboxListProps = {
  tab: Tab;
  weeks: readonly ListedWeek[];
  currentKey: string | null;
  decisions: ReturnType<typeof useDecisions>;
  onShow: (key: string) => void;
};

/** The weeks of one state; several can be approved, or their people reminded, at once. */
export function InboxList({ tab, weeks, currentKey, decisions, onShow }: InboxListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const canSelect = tab === 'pending' || tab === 'open';
  const chosen = weeks.filter((week) => selected.has(keyOf(week)));
  const clean = weeks.filter(({ flags = [] }) => flags.length === 0);
  const isAll = clean.length > 0 && clean.every((week) => selected.has(keyOf(week)));
  const toggle = (key: string) =>
    setSelected(
      (before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]),
    );
  const act = async () => {
    const isDone = await (tab === 'pending' ? decisions.approve(chosen) : decisions.remind(chosen));
    if (isDone) setSelected(new Set());
  };
  return (
    <section className={styles.list} aria-label={text.list}>
      {canSelect ? (
        <div className={styles.selection}>
          <Checkbox
            label={text.selectAll}
            checked={isAll}
            onChange={() => setSelected(isAll ? new Set() : new Set(clean.map(keyOf)))}
          />
          {chosen.length > 0 ? (
            <Button variant="primary" isBusy={decisions.isBusy} onClick={() => void act()}>
              {tab === 'pending' ? text.approveMany(chosen.length) : text.remindMany(chosen.length)}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul>
        {weeks.map((week) => {
          const key = keyOf(week);
          const failure = decisions.failures.get(key);
          return (
            <li key={key} className={styles.row} data-current={key === currentKey || undefined}>
              {canSelect ? (
                <input
                  type="checkbox"
                  className={styles.tick}
                  aria-label={text.select(personOf(week), weekLabel(week.weekEndDate))}
                  checked={selected.has(key)}
                  onChange={() => toggle(key)}
                />
              ) : null}
              <button
                type="button"
                className={styles.open}
                aria-current={key === currentKey || undefined}
                onClick={() => onShow(key)}
              >
                <RowWords week={week} />
              </button>
              {failure ? (
                <p className={styles.failure} role="alert">
                  {failure}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RowWords({ week }: { week: ListedWeek }) {
  const { totalMinutes, billableMinutes, normMinutes, flags = [], remindedAt } = week;
  const { dateFormat } = useApp().start.settings;
  const percent = oneDecimal(percentOf(billableMinutes, totalMinutes));
  return (
    <>
      <span className={styles.words}>
        <b>{personOf(week)}</b>
        <b className="number">{formatHours(totalMinutes)}</b>
      </span>
      <span className={styles.quiet}>
        <span>{weekLabel(week.weekEndDate)}</span>
        <span>{text.billable(percent)}</span>
      </span>
      {normMinutes != null && normMinutes !== totalMinutes ? (
        <span className={styles.quiet}>{text.norm(signed(totalMinutes - normMinutes))}</span>
      ) : null}
      {remindedAt ? (
        <span className={styles.quiet}>{text.remindedAt(momentOf(remindedAt, dateFormat))}</span>
      ) : null}
      {flags.length > 0 ? (
        <span className={styles.flags}>
          {flags.map((flag) => (
            <Badge key={flag} tone={flag === 'dayOverLimit' ? 'danger' : 'warning'}>
              {text.flags[flag]}
            </Badge>
          ))}
        </span>
      ) : null}
    </>
  );
}

export function personOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

function signed(minutes: number): string {
  return `${minutes < 0 ? '−' : '+'}${formatHours(Math.abs(minutes))}`;
}
