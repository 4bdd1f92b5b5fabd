import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../lib/app-context.ts';
import { toggleColorMode } from '../lib/color-mode.ts';
import { ownPicture } from '../lib/own-picture.ts';
import { mainOriginOf } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import { text } from './messages.ts';
import type { Overlay } from './overlay.ts';
import { openPages } from './pages.ts';
import styles from './shell.module.css';

/** The person at the foot of the rail. */
export function PersonMenu({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const { session, start } = useApp();
  const navigate = useNavigate();
  const name = `${start.me.firstName} ${start.me.lastName}`.trim() || (session.auth.user()?.email ?? '');
  const picture = ownPicture(session.settings.authBaseUrl, session.auth.user()?.image);
  return (
    <Menu
      label={text.personMenu(name)}
      side="above"
      align="start"
      isBare
      button={
        <>
          <Avatar id={start.me.userID} name={name} size={30} picture={picture} />
          <span className={styles.menuText}>
            <b>{name}</b>
            <small>{session.auth.user()?.email}</small>
          </span>
        </>
      }
      items={[
        ...openPages(start)
          .filter(({ places }) => places.includes('person'))
          .map(({ path, title, icon }) => ({
            label: title,
            icon,
            onSelect: () => void navigate({ to: path, search: {} }),
          })),
        // The account is the person's, not the workspace's: its page is on the main domain.
        {
          label: text.account,
          icon: 'person',
          onSelect: () => location.assign(`${mainOriginOf(session.settings)}/account`),
        },
        { label: text.colorMode, icon: 'moon', onSelect: () => void toggleColorMode() },
        { label: text.shortcuts, icon: 'keyboard', shortcut: '?', onSelect: () => onOpen('keys') },
        { label: text.signOut, icon: 'signOut', onSelect: () => onOpen('signOut') },
      ]}
    />
  );
}
