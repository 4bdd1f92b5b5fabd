import { listWorkspaces, workspaceEntry } from '../../entities/workspace.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';

const steps: { icon: IconName; title: string; text: string; path: string }[] = [
  { icon: 'time', title: text.welcome.hour, text: text.welcome.hourText, path: '/time' },
  {
    icon: 'projects',
    title: text.welcome.project,
    text: text.welcome.projectText,
    path: '/projects?new=1',
  },
  { icon: 'team', title: text.welcome.invite, text: text.welcome.inviteText, path: '/team?invite=1' },
];

/** After a workspace was made: three things to start with, each can wait. */
export function WelcomePage({ session }: SitePageProps) {
  const workspaces = useLoad(() => listWorkspaces(session));
  const wished = new URLSearchParams(location.search).get('workspace');
  if (workspaces.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  const found = workspaces.status === 'done' ? workspaces.value : [];
  const workspace = found.find(({ slug }) => slug === wished) ?? found[0];
  if (!workspace) {
    location.replace('/');
    return null;
  }
  return (
    <SiteLayout>
      <SiteCard title={text.welcome.title(workspace.name)} text={text.welcome.text}>
        <ul className={styles.steps}>
          {steps.map((step) => (
            <li key={step.path}>
              <a className={styles.step} href={workspaceEntry(session, workspace.slug, step.path)}>
                <Icon name={step.icon} size={22} />
                <span>
                  <b>{step.title}</b>
                  <small>{step.text}</small>
                </span>
                <Icon name="right" />
              </a>
            </li>
          ))}
        </ul>
        <a className={buttonClass('primary')} href={workspaceEntry(session, workspace.slug)}>
          {text.welcome.open}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}
