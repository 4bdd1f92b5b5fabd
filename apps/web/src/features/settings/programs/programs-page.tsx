import { useCan } from '../../../lib/actor.ts';
import { useApp } from '../../../lib/app-context.ts';
import { pageTitles } from '../../../messages/common.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SettingsTabs } from '../../../ui/settings-tabs.tsx';
import { StepUpProvider } from '../../../ui/step-up.tsx';
import styles from '../settings.module.css';
import { CalendarCard } from './calendar-card.tsx';
import { TokensCard } from './tokens-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/** `/settings/programs`: what other programs read and change here, and what they are told. */
export function ProgramsPage() {
  const { session } = useApp();
  const mayTell = useCan('webhook.manage');
  return (
    <StepUpProvider session={session}>
      <div className={styles.wide}>
        <PageHeader title={pageTitles.programs} />
        <SettingsTabs />
        <TokensCard />
        <CalendarCard />
        {mayTell ? <WebhooksCard /> : null}
      </div>
    </StepUpProvider>
  );
}
