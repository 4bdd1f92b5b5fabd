import { MAX_SEARCH_LENGTH } from '@stint/domain/workspace/search-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { searchQuery } from '../entities/search.ts';
import { useApp } from '../lib/app-context.ts';
import { describeError } from '../lib/describe-error.ts';
import { mainOriginOf } from '../lib/session.ts';
import { useSettled } from '../lib/use-settled.ts';
import { common } from '../messages/common.ts';
import { ColorDot } from '../ui/color-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { text } from './dialogs/messages.ts';
import { ownerOf } from './last-page-owner.ts';
import { text as frame } from './messages.ts';
import type { Overlay } from './overlay.ts';
import styles from './palette.module.css';
import { foundGroups, localGroups, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import { keepRecent, readRecent } from './palette-recent.ts';

export type PaletteProps = { onOpen: (overlay: Overlay) => void; onClose: () => void };

const SETTLED_MILLISECONDS = 80;

/** Ctrl+K: pages, weeks, actions, projects, clients, people and activities by name. */
export function Palette({ onOpen, onClose }: PaletteProps) {
  const { start } = useApp();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const { groups, corrected, error, isSearching } = useGroups(query.trim(), onOpen);
  const items = groups.flatMap((group) => group.items);
  // By its id: what is still being searched comes between, and goes, while one moves.
  const found = items.findIndex(({ id }) => id === activeId);
  const current = items.length === 0 ? -1 : Math.max(0, found);
  const moveTo = (index: number) => setActiveId(items[(index + items.length) % items.length]?.id ?? null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    if ('run' in item) return item.run();
    keepRecent(ownerOf(start), item);
    void navigate({ to: item.to.path, search: item.to.search, params: item.to.params ?? {} });
  };
  // Enter may come before the answer: then the first thing of it is meant.
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setIsAwaited(false);
    choose(items[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveTo(current + 1);
    else if (event.key === 'ArrowUp') moveTo(current - 1);
    else if (event.key === 'Enter' && items.length === 0) setIsAwaited(isSearching);
    else if (event.key === 'Enter') choose(items[current]);
    else return;
    event.preventDefault();
  };
  const isEmpty = items.length === 0 && !isSearching && !error;
  return (
    <Dialog title={frame.palette.title} closeLabel={common.close} onClose={onClose} size="medium">
      <div className={styles.palette}>
        <Input
          role="combobox"
          aria-label={frame.palette.title}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? optionId(listId, current) : undefined}
          placeholder={text.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActiveId(null);
            setIsAwaited(false);
          }}
          onKeyDown={onKeyDown}
        />
        <p className={styles.note} role="status">
          {isEmpty ? text.palette.nothing : corrected ? text.palette.corrected(corrected) : null}
          {isSearching && items.length === 0 ? common.chooser.searching : null}
        </p>
        {error ? <FormError>{text.palette.failed(describeError(error))}</FormError> : null}
        <div ref={list} role="listbox" id={listId} aria-label={frame.palette.title} className={styles.list}>
          {groups.map((group) => (
            <Group
              key={group.title}
              {...group}
              listId={listId}
              first={items.indexOf(group.items[0] as PaletteItem)}
              active={current}
              onChoose={choose}
            />
          ))}
        </div>
        <p className={styles.hint} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {text.palette.move} <kbd>↵</kbd> {text.palette.choose} <kbd>Esc</kbd>{' '}
          {text.palette.close}
        </p>
      </div>
    </Dialog>
  );
}

type GroupProps = PaletteGroup & {
  listId: string;
  /** Place of its first item among all. */
  first: number;
  active: number;
  onChoose: (item: PaletteItem) => void;
};

function Group({ title, items, listId, first, active, onChoose }: GroupProps) {
  const titleId = `${listId}-${title}`;
  return (
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={styles.title} role="presentation">
        {title}
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
        <div
          key={item.id}
          id={optionId(listId, first + index)}
          role="option"
          tabIndex={-1}
          aria-selected={first + index === active}
          className={styles.item}
          onClick={() => onChoose(item)}
        >
          {item.color ? <ColorDot color={item.color} /> : <Icon name={item.icon} />}
          <span className={styles.label}>{item.label}</span>
          {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
        </div>
      ))}
    </div>
  );
}

/** Everything that answers to a text; without one what was chosen last comes first. */
function useGroups(query: string, onOpen: (overlay: Overlay) => void) {
  const { session, start } = useApp();
  const settled = useSettled(query, SETTLED_MILLISECONDS);
  const { data, error, isFetching } = useQuery(searchQuery(session.call, settled));
  const doors = { onOpen, mainOrigin: mainOriginOf(session.settings) };
  const recent = query === '' ? readRecent(ownerOf(start)) : [];
  const found = query === '' || !data ? [] : foundGroups(data.items);
  const groups = [
    { title: text.palette.groups.recent, items: recent },
    ...localGroups(start, query, doors, new Set(recent.map(({ id }) => id))),
    ...found,
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    corrected: query === '' ? null : (data?.corrected ?? null),
    error: query === '' ? null : error,
    isSearching: query !== '' && (isFetching || settled !== query),
  };
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
