import { Link } from '@tanstack/react-router';
import { useCan } from '../../../lib/actor.ts';
import { pageTitles } from '../../../messages/common.ts';
import { Card } from '../../../ui/card.tsx';
import { SettingsLayout } from '../../../ui/settings-layout.tsx';
import { text } from './messages.ts';
import { RetentionCard } from './retention-card.tsx';

/** `/settings/data`: how long time is kept, and the ways in and out. */
export function DataPage() {
  const isOwner = useCan('workspace.delete');
  return (
    <SettingsLayout title={pageTitles.data}>
      <p>{text.lead}</p>
      <RetentionCard isOwner={isOwner} />
      <Card title={text.elsewhere} text={text.elsewhereText}>
        <Link to="/settings/import" search={{}}>
          {text.toImport}
        </Link>
        <Link to="/settings" search={{}}>
          {text.toExport}
        </Link>
        {isOwner ? <a href="/archive-workspace">{text.archive}</a> : null}
      </Card>
    </SettingsLayout>
  );
}
