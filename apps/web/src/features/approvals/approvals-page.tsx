import { actionsFrom } from '@stint/domain/time/approval.ts';
import { nextDue } from '@stint/domain/time/due.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { inboxQuery, keyOf, type ListedWeek, type Tab } from '../../entities/approval.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { isTyping } from '../../lib/is-typing.ts';
import { today, weekLabel } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { common, pageTitles } from '../../messages/common.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './approvals-page.module.css';
import { DisapproveDialog } from './disapprove-dialog.tsx';
import { text } from './inbox/messages.ts';
import { InboxList } from './inbox-list.tsx';
import { personOf } from './inbox-row.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import { useShownKey } from './use-shown-key.ts';
import { WeekReview } from './week-review.tsx';

const tabs: Tab[] = ['pending', 'disapproved', 'open', 'approved'];

type Search = { tab?: string };

/** Asked of the week that it was begun for, whatever becomes of the list: others decide too. */
type Asking = { step: 'disapprove' | 'reopen'; week: ListedWeek };

/** Weeks that are only passed on the way to another are not asked for. */
const RESTING_MILLISECONDS = 100;

/** `/approvals`: weeks of others, to decide one after the other. */
export function ApprovalsPage() {
  const search = useSearch({ strict: false }) as Search;
  const tab = tabs.find((each) => each === search.tab) ?? 'pending';
  const { session } = useApp();
  const list = useQuery(inboxQuery(session.call, tab));
  const isNarrow = useMedia(NARROW);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Asking | null>(null);
  const canReopen = useCan('week.reopen');
  const decisions = useDecisions();
  const weeks = list.data ?? [];
  const [shownKey, show] = useShownKey(tab, isNarrow);
  const wished = weeks.findIndex((week) => keyOf(week) === shownKey);
  // Beside the list there is always a week; on a narrow screen only one that was asked for.
  const index = wished >= 0 || isNarrow ? wished : 0;
  const current = weeks[index];
  const isResting = useIsResting(current && keyOf(current));
  const step = (by: number) => {
    const next = weeks[index + by];
    if (next) show(keyOf(next));
  };
  const moveOn = () => {
    const next = weeks[index + 1] ?? weeks[index - 1];
    show(next && !isNarrow ? keyOf(next) : undefined);
  };
  const finish = (decided: ListedWeek) => {
    setDialog(null);
    if (current && keyOf(current) === keyOf(decided)) moveOn();
  };
  const approve = async () => {
    if (current && (await decisions.approve([current]))) moveOn();
  };
  const canDecide = tab === 'pending' && current !== undefined;
  useKeys({
    j: () => step(1),
    e: () => step(1),
    k: () => step(-1),
    ...(canDecide
      ? { a: () => void approve(), x: () => setDialog({ step: 'disapprove', week: current }) }
      : {}),
  });
  const openTab = (next: Tab) =>
    void navigate({ to: '/approvals', search: next === 'pending' ? {} : { tab: next } });
  return (
    <div className={styles.page}>
      <PageHeader title={pageTitles.approvals}>
        <Tabs tab={tab} onTab={openTab} />
      </PageHeader>
      {tab === 'pending' || tab === 'open' ? <NextDue tab={tab} /> : null}
      {list.isPending ? <SkeletonRows count={6} label={common.loading} /> : null}
      {list.error && !list.data ? <ErrorState error={list.error} onRetry={list.refetch} /> : null}
      {list.data && weeks.length === 0 ? (
        <EmptyState
          drawing={tab === 'pending' || tab === 'open' ? 'done' : 'empty'}
          title={text.empty[tab]}
          text={text.emptyText[tab]}
        />
      ) : null}
      {weeks.length > 0 ? (
        <div className={styles.columns}>
          {isNarrow && current ? null : (
            <InboxList
              key={tab}
              tab={tab}
              weeks={weeks}
              currentKey={current && !isNarrow ? keyOf(current) : null}
              decisions={decisions}
              onShow={show}
            />
          )}
          {current ? (
            <WeekReview
              key={keyOf(current)}
              week={current}
              isAsked={isResting}
              failure={decisions.failures.get(keyOf(current)) ?? null}
              isBusy={decisions.isBusy}
              onApprove={canDecide ? () => void approve() : null}
              onDisapprove={() => setDialog({ step: 'disapprove', week: current })}
              onReopen={
                canReopen && actionsFrom(current.status).includes('reopen')
                  ? () => setDialog({ step: 'reopen', week: current })
                  : null
              }
              onBack={isNarrow ? () => show(undefined) : null}
            />
          ) : null}
        </div>
      ) : null}
      {dialog?.step === 'reopen' ? (
        <ReopenDialog
          week={dialog.week}
          person={personOf(dialog.week)}
          onDone={() => finish(dialog.week)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog?.step === 'disapprove' ? (
        <DisapproveDialog
          week={dialog.week}
          onSend={async (details) => {
            await decisions.disapprove(dialog.week, details);
            finish(dialog.week);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  );
}

/** Whether the week that is shown is more than passed; the first one always is. */
function useIsResting(key: string | undefined): boolean {
  const settled = useSettled(key, RESTING_MILLISECONDS);
  const first = useRef(key);
  first.current ??= key;
  return key === settled || key === first.current;
}

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  return (
    <nav className={styles.tabs} aria-label={text.tabs}>
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          aria-current={each === tab ? 'page' : undefined}
          onClick={() => onTab(each)}
        >
          {text.tab[each]}
        </button>
      ))}
    </nav>
  );
}

/** When the next weeks come; of those that are late, when they are reminded. */
function NextDue({ tab }: { tab: Tab }) {
  const { submitDueDays } = useApp().start.settings;
  const fullDate = useFullDate();
  const { weekEndDate, dueDate } = nextDue(today(), submitDueDays);
  return (
    <p className={styles.due}>
      {text.nextDue(weekLabel(weekEndDate), fullDate(dueDate))} {tab === 'open' ? text.remindersAt : null}
    </p>
  );
}

/** Single keys of the page, while nobody types. */
function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
        // A tick box takes no letters.
        if (!(event.target instanceof HTMLInputElement && event.target.type === 'checkbox')) return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
      }
      const act = keys[event.key.toLowerCase()];
      if (!act || event.repeat || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
