import { type ReactNode, useEffect } from 'react';
import { describeError } from '../../lib/describe-error.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { previousPath } from '../../lib/visited-paths.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { keepFocus } from '../../ui/kept-focus.ts';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StepUpProvider } from '../../ui/step-up.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountContext } from './account-context.ts';
import { ContactSection } from './contact-section.tsx';
import { DataSection } from './data-section.tsx';
import { text } from './messages.ts';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useAccountState } from './use-account-state.ts';

type SectionName = keyof typeof text.sections;

const SECTIONS: [SectionName, () => ReactNode][] = [
  ['profile', ProfileSection],
  ['contact', ContactSection],
  ['password', PasswordSection],
  ['second', SecondFactorSection],
  ['providers', ProvidersSection],
  ['sessions', SessionsSection],
  ['data', DataSection],
];

/**
 * `/account`: what belongs to the person and to no workspace. It is on the main domain, where the session is the
 * account's own; a workspace may have let somebody in who may not touch the account (decision 032).
 */
export function AccountPage({ session }: SitePageProps) {
  return (
    <ToastProvider dismissLabel={site.dismiss}>
      <Account session={session} />
    </ToastProvider>
  );
}

function Account({ session }: SitePageProps) {
  const { account, error, reload } = useAccountState(session);
  useEffect(keepFocus, []);
  return (
    <SiteLayout width="wide" aside={<SignOutButton auth={session.auth} />}>
      <div className={styles.head}>
        <a href={previousPath() ?? '/'}>{text.back}</a>
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </div>
      {error && !account ? (
        <>
          <FormError>{describeError(error)}</FormError>
          <Button onClick={() => void reload()}>{site.tryAgain}</Button>
        </>
      ) : null}
      {!account && !error ? <SkeletonRows count={6} label={site.loading} /> : null}
      {account ? (
        <StepUpProvider session={session}>
          <AccountContext value={{ session, account, reload }}>
            <div className={styles.columns}>
              <nav className={styles.nav} aria-label={text.title}>
                {SECTIONS.map(([name]) => (
                  <a key={name} href={`#${name}`}>
                    {text.sections[name]}
                  </a>
                ))}
              </nav>
              <div className={styles.sections}>
                {SECTIONS.map(([name, Section]) => (
                  <section key={name} id={name} className={styles.section} aria-labelledby={`${name}-title`}>
                    <h2 id={`${name}-title`}>{text.sections[name]}</h2>
                    <Section />
                  </section>
                ))}
              </div>
            </div>
          </AccountContext>
        </StepUpProvider>
      ) : null}
    </SiteLayout>
  );
}
