import { Link, useNavigate } from '@tanstack/react-router';
import { useApp } from '../lib/app-context.ts';
import { toggleColorMode } from '../lib/color-mode.ts';
import { mainOriginOf } from '../lib/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { text } from './messages.ts';
import type { Overlay } from './overlay.ts';
import type { AppPage } from './pages.ts';
import styles from './shell.module.css';

/** Pages that have a place of their own; the rest is under More. */
const OWN_PLACES = 4;

export type BottomBarProps = { items: readonly AppPage[]; onOpen: (overlay: Overlay) => void };

/** The navigation of narrow screens. */
export function BottomBar({ items, onOpen }: BottomBarProps) {
  const navigate = useNavigate();
  const { session } = useApp();
  const rest = items.slice(OWN_PLACES);
  return (
    <nav className={styles.bottom} aria-label={text.navigation}>
      {items.slice(0, OWN_PLACES).map(({ path, title, icon }) => (
        <Link key={path} to={path} search={{}} className={styles.tab}>
          <Icon name={icon} size={20} />
          {title}
        </Link>
      ))}
      <Menu
        label={text.more}
        side="above"
        isBare
        button={
          <>
            <Icon name="more" size={20} />
            {text.more}
          </>
        }
        items={[
          ...rest.map(({ path, title, icon }) => ({
            label: title,
            icon,
            onSelect: () => void navigate({ to: path, search: {} }),
          })),
          {
            label: text.switchWorkspace,
            icon: 'external',
            onSelect: () => location.assign(`${mainOriginOf(session.settings)}/`),
          },
          { label: text.help, icon: 'help', onSelect: () => onOpen('help') },
          { label: text.colorMode, icon: 'moon', onSelect: () => void toggleColorMode() },
          { label: text.signOut, icon: 'signOut', onSelect: () => onOpen('signOut') },
        ]}
      />
    </nav>
  );
}
