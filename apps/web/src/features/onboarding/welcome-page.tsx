import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad } from '../../lib/use-async.ts';
import { listWorkspaces, workspaceEntry } from '../../lib/workspaces.ts';
import { onboarding as words } from '../../messages/onboarding.ts';
import { site as text } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import styles from './onboarding.module.css';

const steps: { icon: IconName; title: string; text: string; path: string }[] = [
  { icon: 'time', title: words.welcome.hour, text: words.welcome.hourText, path: '/time' },
  {
    icon: 'projects',
    title: words.welcome.project,
    text: words.welcome.projectText,
    path: '/projects?new=1',
  },
  { icon: 'team', title: words.welcome.invite, text: words.welcome.inviteText, path: '/team?invite=1' },
];

/** After a workspace was made: three things to start with, each can wait. */
export function WelcomePage({ session }: SitePageProps) {
  const workspaces = useLoad(() => listWorkspaces(session));
  const wished = new URLSearchParams(location.search).get('workspace');
  if (workspaces.status === 'loading') return <FullScreenSpinner label={text.loading} />;
  const found = workspaces.status === 'done' ? workspaces.value : [];
  const workspace = found.find(({ slug }) => slug === wished) ?? found[0];
  if (!workspace) {
    location.replace('/');
    return null;
  }
  return (
    <SiteLayout>
      <SiteCard title={words.welcome.title(workspace.name)} text={words.welcome.text}>
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
          {words.welcome.open}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}
