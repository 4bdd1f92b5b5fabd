import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useApp } from '../lib/app-context.ts';
import { keepLastPage } from '../lib/last-page.ts';
import { readOwnKeys, translateKeys } from '../lib/own-keys.ts';
import { useIdle } from '../lib/use-idle.ts';
import { rememberPath, thisVisitedPage } from '../lib/visited-paths.ts';
import { common } from '../messages/common.ts';
import { Icon } from '../ui/icon.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { DialogToCome } from '../ui/typing-ahead.tsx';
import { Banners } from './banners.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ownerOf } from './last-page-owner.ts';
import { text } from './messages.ts';
import type { Overlay } from './overlay.ts';
import { openPages } from './pages.ts';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';
import { TopLine } from './top-line.tsx';
import { useColorProfile } from './use-color-profile.ts';
import { useLanguageProfile } from './use-language-profile.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

const AccessAids = lazy(async () => ({ default: (await import('./access-aids.tsx')).AccessAids }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));
const HelpDialog = lazy(async () => ({ default: (await import('./help/help-dialog.tsx')).HelpDialog }));
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));

/** Rail or bottom bar, banners, and the page itself. */
export function Shell() {
  const { start, session } = useApp();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const close = () => setOverlay(null);
  useShortcuts(setOverlay);
  useColorProfile();
  useLanguageProfile();
  useEffect(() => translateKeys(() => readOwnKeys(start.me.userID)), [start.me.userID]);
  const view = useRouterState({ select: (state) => state.location.searchStr });
  const { mainDomain } = session.settings;
  useEffect(() => rememberPath(thisVisitedPage(mainDomain, path)), [mainDomain, path]);
  useEffect(() => keepLastPage(ownerOf(start), { page: path, view }), [start, path, view]);
  const open = openPages(start);
  const titles = {
    palette: text.palette.title,
    help: text.help,
    keys: text.shortcuts,
    signOut: text.signOut,
  };
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {text.skipToContent}
      </a>
      <nav className={styles.rail} aria-label={text.navigation}>
        <WorkspaceMenu />
        <ul className={styles.links}>
          {open
            .filter(({ places }) => places.includes('rail'))
            .map(({ path: to, title, icon, Count }) => (
              <li key={to}>
                <Link to={to} search={{}} className={styles.link} title={title}>
                  <Icon name={icon} />
                  <span className={styles.linkText}>{title}</span>
                  {Count ? <Count /> : null}
                </Link>
              </li>
            ))}
        </ul>
        <PersonMenu onOpen={setOverlay} />
      </nav>
      <div className={styles.column}>
        <TopLine onOpen={setOverlay} />
        <Banners />
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          <Suspense fallback={<SkeletonRows label={common.loading} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar items={open} onOpen={setOverlay} />
      <LateAids />
      <DialogToCome label={titles[overlay ?? 'palette']} onLeave={close}>
        {overlay === 'palette' ? <Palette onOpen={setOverlay} onClose={close} /> : null}
        {overlay === 'help' ? <HelpDialog onOpen={setOverlay} /> : null}
        {overlay === 'keys' ? <KeysDialog onClose={close} /> : null}
        {overlay === 'signOut' ? <SignOutDialog onClose={close} /> : null}
      </DialogToCome>
    </div>
  );
}

/** What helps only once somebody does something, so that no first screen waits for it. */
function LateAids() {
  return useIdle() ? (
    <Suspense fallback={null}>
      <AccessAids />
    </Suspense>
  ) : null;
}
