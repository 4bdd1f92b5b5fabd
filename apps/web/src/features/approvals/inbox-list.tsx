import { useCallback, useState } from 'react';
import { keyOf, type ListedWeek, type Tab } from '../../entities/approval.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import styles from './approvals-page.module.css';
import { text } from './inbox/messages.ts';
import { InboxRow } from './inbox-row.tsx';
import type { useDecisions } from './use-decisions.ts';

export type InboxListProps = {
  tab: Tab;
  weeks: readonly ListedWeek[];
  currentKey: string | null;
  decisions: ReturnType<typeof useDecisions>;
  /** Always the same function, or every row is drawn again. */
  onShow: (key: string) => void;
};

/** The weeks of one state; several can be approved, or their people reminded, at once. */
export function InboxList({ tab, weeks, currentKey, decisions, onShow }: InboxListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const canSelect = tab === 'pending' || tab === 'open';
  const chosen = weeks.filter((week) => selected.has(keyOf(week)));
  const clean = weeks.filter(({ flags = [] }) => flags.length === 0);
  const isAll = clean.length > 0 && clean.every((week) => selected.has(keyOf(week)));
  const toggle = useCallback(
    (key: string) =>
      setSelected(
        (before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]),
      ),
    [],
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
        </div>
      ) : null}
      <ul>
        {weeks.map((week) => {
          const key = keyOf(week);
          return (
            <InboxRow
              key={key}
              week={week}
              isCurrent={key === currentKey}
              isSelected={selected.has(key)}
              failure={decisions.failures.get(key)}
              onToggle={canSelect ? toggle : null}
              onShow={onShow}
            />
          );
        })}
      </ul>
      {chosen.length > 0 ? (
        <div className={styles.bulk} role="group" aria-label={text.chosen(chosen.length)}>
          <Button variant="quiet" onClick={() => setSelected(new Set())}>
            {text.clearChoice}
          </Button>
          <Button variant="primary" isBusy={decisions.isBusy} onClick={() => void act()}>
            {tab === 'pending' ? text.approveMany(chosen.length) : text.remindMany(chosen.length)}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
