import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { setColorMode, useColorMode } from '../../lib/color-mode.ts';
import { lists as text } from '../../messages/lists.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './settings.module.css';
import { WorkspaceForm } from './workspace-form.tsx';

/** `/settings`: the own profile, how things look, which mails arrive, and the workspace's basics for those who may change them. */
export function SettingsPage() {
  const { session, start } = useApp();
  const canConfigure = useCan('workspace.configure');
  const canDelete = useCan('workspace.delete');
  const mode = useColorMode();
  const address = `${start.slug}.${session.settings.mainDomain}`;
  return (
    <div className={styles.page}>
      <PageHeader title={text.settings.title} />
      <Card title={text.settings.profile}>
        <ProfileForm />
      </Card>
      <Card title={text.settings.appearance}>
        <fieldset className={styles.modes}>
          <legend className="visually-hidden">{text.settings.appearance}</legend>
          {(['light', 'dark'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="mode" checked={mode === each} onChange={() => setColorMode(each)} />
              {text.settings[each]}
            </label>
          ))}
        </fieldset>
      </Card>
      <Card title={text.settings.notifications} text={text.settings.notificationsText}>
        <NotificationsForm />
      </Card>
      <Card title={text.settings.workspace} text={text.settings.workspaceText(address)}>
        <WorkspaceForm canConfigure={canConfigure} />
        {canDelete ? <a href="/archive-workspace">{text.settings.archive}</a> : null}
      </Card>
    </div>
  );
}
