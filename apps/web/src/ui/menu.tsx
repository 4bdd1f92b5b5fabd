import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';
import { useFloating } from './use-floating.ts';

export type MenuItem = {
  label: string;
  icon?: IconName;
  shortcut?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
};

export type MenuProps = {
  /** Names the button where its content has no text. */
  label: string;
  button: ReactNode;
  items: MenuItem[];
  /** Where the list stands: below the button, or above it at the foot of a rail. */
  side?: 'below' | 'above';
  align?: 'start' | 'end';
  isBare?: boolean;
};

/** A button that opens a list of actions (WAI-ARIA menu button): arrows move, letters jump, Esc closes. */
export function Menu({ label, button, items, side = 'below', align = 'end', isBare = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const floating = useFloating(isOpen);
  // Once: what draws the menu again while it is open leaves the focus where it has been moved to.
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  const close = (returnFocus: boolean) => {
    setIsOpen(false);
    if (returnFocus) root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const options = [
      ...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? []),
    ];
    const target = nextItem(options, event.key);
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') return close(false);
    else if (target) target.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // Not a control: it hears the keys of the button and the items inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={styles.root}
      ref={root}
      style={floating.anchor}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (isOpen && !event.currentTarget.contains(event.relatedTarget)) close(false);
      }}
    >
      <button
        type="button"
        className={isBare ? styles.bare : styles.trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // A button with a text of its own is named by that text (WCAG 2.5.3).
        aria-label={isBare ? undefined : label || undefined}
        title={label || undefined}
        // Safari gives a pressed button no focus: the menu would lose it and close, and the click would open it again.
        onMouseDown={(event) => isOpen && event.preventDefault()}
        onClick={() => (isOpen ? close(true) : setIsOpen(true))}
        onKeyDown={(event) => {
          if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            event.preventDefault();
            setIsOpen(true);
          }
        }}
      >
        {button}
      </button>
      {isOpen ? (
        <div
          {...floating.popup}
          id={id}
          role="menu"
          aria-label={label || undefined}
          className={styles.list}
          data-side={side}
          data-align={align}
          data-icons={items.some(({ icon }) => icon) || undefined}
        >
          {items.map((item) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={item.label}
              aria-disabled={item.isDisabled || undefined}
              className={styles.item}
              data-danger={item.isDanger || undefined}
              onClick={() => {
                if (item.isDisabled) return;
                close(true);
                item.onSelect();
              }}
            >
              {item.icon ? <Icon name={item.icon} /> : null}
              <span>{item.label}</span>
              {item.shortcut ? <kbd>{item.shortcut}</kbd> : null}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function nextItem(items: HTMLElement[], key: string): HTMLElement | undefined {
  const current = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items[(current - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const ordered = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return ordered.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
