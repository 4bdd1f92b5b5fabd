import { useApp } from '../lib/app-context.ts';
import { mainOriginOf } from '../lib/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { text } from './messages.ts';
import styles from './shell.module.css';

/** Which workspace this is, and the way to another one. */
export function WorkspaceMenu() {
  const { session, start } = useApp();
  const main = mainOriginOf(session.settings);
  return (
    <Menu
      label={text.workspaceMenu(start.name)}
      align="start"
      isBare
      button={
        <>
          <span className={styles.initial} aria-hidden="true">
            {start.name.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles.menuText}>
            <b>{start.name}</b>
            <small>{start.slug}</small>
          </span>
          <Icon name="down" size={16} />
        </>
      }
      items={[
        { label: text.switchWorkspace, icon: 'external', onSelect: () => location.assign(`${main}/`) },
        {
          label: text.createWorkspace,
          icon: 'plus',
          onSelect: () => location.assign(`${main}/select-region`),
        },
      ]}
    />
  );
}
