import { useApp } from '../../../lib/app-context.ts';
import { pageTitles } from '../../../messages/common.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SettingsTabs } from '../../../ui/settings-tabs.tsx';
import styles from '../settings.module.css';
import { HolidaysCard } from './holidays-card.tsx';
import { text } from './messages.ts';
import { RulesForm } from './rules-form.tsx';

/** `/settings/rules`: what the workspace asks of recorded time, and how it counts. */
export function RulesPage() {
  const { start } = useApp();
  return (
    <div className={styles.page}>
      <PageHeader title={pageTitles.rules} />
      <SettingsTabs />
      <Card title={text.title} text={text.lead}>
        <RulesForm key={start.tenantID} />
      </Card>
      <HolidaysCard />
    </div>
  );
}
