import type { ComponentType } from 'react';
import { mayDecide } from '../../entities/approval.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { pageTitles } from '../../messages/common.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './dashboard.module.css';
import { text } from './messages.ts';
import { MissingCard, RecentCard, WeekCard, WeeksCard } from './own-cards.tsx';
import { BudgetsCard, MissingWeeksCard, PendingCard, TeamHoursCard } from './team-cards.tsx';
import { TimerCard } from './timer-card.tsx';

/** `/dashboard`: what is mine, and what somebody who leads looks after; each card stands alone. */
export function DashboardPage({ GettingStarted }: { GettingStarted?: ComponentType }) {
  const { start } = useApp();
  const decides = mayDecide(start);
  const seesOthers = useCan('time.see') && start.me.role !== 'member';
  const managesProjects = useCan('project.write');
  return (
    <div className={styles.page}>
      <PageHeader title={pageTitles.dashboard} />
      {GettingStarted ? <GettingStarted /> : null}
      {decides || seesOthers || managesProjects ? (
        <section className={styles.part} aria-labelledby="dashboard-team">
          <h2 id="dashboard-team" className={styles.heading}>
            {text.team}
          </h2>
          <div className={classNames(styles.cards, styles.lists)}>
            {decides ? <PendingCard /> : null}
            {decides ? <MissingWeeksCard /> : null}
            {managesProjects ? <BudgetsCard /> : null}
            {seesOthers ? (
              <div className={styles.wide}>
                <TeamHoursCard />
              </div>
            ) : null}
          </div>
        </section>
      ) : null}
      <section className={styles.part} aria-labelledby="dashboard-mine">
        <h2 id="dashboard-mine" className={styles.heading}>
          {text.mine}
        </h2>
        <div className={styles.cards}>
          <WeekCard />
          <TimerCard />
          <MissingCard />
          <WeeksCard />
          <RecentCard />
        </div>
      </section>
    </div>
  );
}
