import { Link } from '@tanstack/react-router';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { setColorMode, useColorMode } from '../../lib/color-mode.ts';
import { mainOriginOf } from '../../lib/session.ts';
import { pageTitles } from '../../messages/common.ts';
import { Card } from '../../ui/card.tsx';
import { Radios } from '../../ui/choices.tsx';
import { SettingsLayout } from '../../ui/settings-layout.tsx';
import { LanguageForm } from './language-form.tsx';
import { LogoForm } from './logo-form.tsx';
import { text } from './messages.ts';
import { NotificationsForm } from './notifications-form.tsx';
import { OwnData } from './own-data.tsx';
import { ProfileForm } from './profile-form.tsx';
import { WorkspaceForm } from './workspace-form.tsx';
import { YourFiles } from './your-files.tsx';

/** `/settings`: the own profile, how things look, which mails arrive, and the workspace's basics for those who may change them. */
export function SettingsPage() {
  const { session, start } = useApp();
  const canConfigure = useCan('workspace.configure');
  const canDelete = useCan('workspace.delete');
  const mode = useColorMode();
  const address = `${start.slug}.${session.settings.mainDomain}`;
  return (
    <SettingsLayout title={pageTitles.settings}>
      <Card title={text.profile}>
        <ProfileForm />
      </Card>
      <Card title={text.accountTitle} text={text.accountText}>
        <a href={`${mainOriginOf(session.settings)}/account`}>{text.account}</a>
        {canConfigure ? <Link to="/settings/sign-in">{text.signIn}</Link> : null}
      </Card>
      <Card title={text.appearance}>
        <Radios
          legend={text.appearance}
          isLegendHidden
          layout="row"
          name="mode"
          keys={['light', 'dark'] as const}
          labelOf={(each) => text[each]}
          chosen={mode}
          onChange={setColorMode}
        />
      </Card>
      <Card title={text.language}>
        <LanguageForm />
      </Card>
      <Card title={text.notifications} text={text.notificationsText}>
        <NotificationsForm />
      </Card>
      <OwnData />
      <YourFiles />
      {canConfigure ? (
        <Card title={text.logo.title} text={text.logo.text}>
          <LogoForm />
        </Card>
      ) : null}
      <Card title={text.workspace} text={text.workspaceText(address)}>
        <WorkspaceForm canConfigure={canConfigure} />
        {canDelete ? <a href="/archive-workspace">{text.archive}</a> : null}
      </Card>
    </SettingsLayout>
  );
}
