import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useApp } from '../lib/app-context.ts';
import { toggleColorMode } from '../lib/color-mode.ts';
import { mainOriginOf } from '../lib/session.ts';
import { common } from '../messages/common.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/field.tsx';
import { filterOptions } from '../ui/filter-options.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { text } from './messages.ts';
import type { Overlay } from './overlay.ts';
import { openPages } from './pages.ts';
import styles from './palette.module.css';

type Command = { label: string; icon: IconName; run: () => void };

export type PaletteProps = { onOpen: (overlay: Overlay) => void; onClose: () => void };

/** Ctrl+K: every page and action by name. */
export function Palette({ onOpen, onClose }: PaletteProps) {
  const commands = useCommands(onOpen);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = filterOptions(commands, query);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') run(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={text.palette.title} closeLabel={common.close} onClose={onClose}>
      <div className={styles.palette}>
        <Input
          role="combobox"
          aria-label={text.palette.title}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={text.palette.placeholder}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={listId} aria-label={text.palette.title}>
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
            <div
              key={command.label}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.command}
              onClick={() => run(command)}
            >
              <Icon name={command.icon} />
              {command.label}
            </div>
          ))}
        </div>
        {found.length === 0 ? <p className={styles.nothing}>{text.palette.nothing}</p> : null}
      </div>
    </Dialog>
  );
}

function useCommands(onOpen: (overlay: Overlay) => void): Command[] {
  const navigate = useNavigate();
  const { session, start } = useApp();
  const main = mainOriginOf(session.settings);
  return [
    ...openPages(start).map(({ path, title, icon }) => ({
      label: title,
      icon,
      run: () => void navigate({ to: path, search: {} }),
    })),
    { label: text.switchWorkspace, icon: 'external', run: () => location.assign(`${main}/`) },
    { label: text.createWorkspace, icon: 'plus', run: () => location.assign(`${main}/select-region`) },
    { label: text.colorMode, icon: 'moon', run: () => void toggleColorMode() },
    { label: text.shortcuts, icon: 'keyboard', run: () => onOpen('keys') },
    { label: text.signOut, icon: 'signOut', run: () => onOpen('signOut') },
  ];
}
