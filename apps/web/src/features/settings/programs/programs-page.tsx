import { useCan } from '../../../lib/actor.ts';
import { useApp } from '../../../lib/app-context.ts';
import { pageTitles } from '../../../messages/common.ts';
import { SettingsLayout } from '../../../ui/settings-layout.tsx';
import { StepUpProvider } from '../../../ui/step-up.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { TokensCard } from './tokens-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/** `/settings/programs`: what other programs read and change here, and what they are told. */
export function ProgramsPage() {
  const { session } = useApp();
  const mayTell = useCan('webhook.manage');
  return (
    <StepUpProvider session={session}>
      <SettingsLayout title={pageTitles.programs} measure="list">
        <TokensCard />
        <CalendarCard />
        {mayTell ? <WebhooksCard /> : null}
      </SettingsLayout>
    </StepUpProvider>
  );
}
