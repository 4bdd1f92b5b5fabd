import { useApp } from '../../../lib/app-context.ts';
import { pageTitles } from '../../../messages/common.ts';
import { Card } from '../../../ui/card.tsx';
import { SettingsLayout } from '../../../ui/settings-layout.tsx';
import { HolidaysCard } from './holidays-card.tsx';
import { text } from './messages.ts';
import { RulesForm } from './rules-form.tsx';

/** `/settings/rules`: what the workspace asks of recorded time, and how it counts. */
export function RulesPage() {
  const { start } = useApp();
  return (
    <SettingsLayout title={pageTitles.rules}>
      <Card title={text.title} text={text.lead}>
        <RulesForm key={start.tenantID} />
      </Card>
      <HolidaysCard />
    </SettingsLayout>
  );
}
