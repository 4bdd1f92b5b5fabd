import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './combobox.module.css';
import fieldStyles from './field.module.css';
import { useFieldControl } from './field.tsx';
import { exactOptions, filterOptions } from './filter-options.ts';
import { Icon } from './icon.tsx';
import { useFloating } from './use-floating.ts';

export type ComboboxOption = { id: string; label: string; detail?: string; color?: string | null };

export type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** Makes a new thing of the typed name; without it nothing can be created here. */
  onCreate?: (name: string) => void;
  /** Hears what is typed, for options that are searched elsewhere. */
  onType?: (text: string) => void;
  /** Options for what is typed are still to come: nothing is guessed or chosen by Enter until they are there. */
  isSearching?: boolean;
  /**
   * Hears what is typed and not chosen, nothing once it is: a form may not take it for an empty field. With it the text
   * stays when focus leaves.
   */
  onUnchosen?: (text: string) => void;
  labels: { create: (name: string) => string; nothing: string; clear: string; searching?: string };
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
  /** Shows what there is at once, not only when one types: it was opened to choose. */
  opensAtOnce?: boolean;
  /** Esc with nothing left to close, or focus gone elsewhere without a choice. */
  onLeave?: () => void;
  /** Over the options, as long as nothing is typed. */
  heading?: string;
  ref?: Ref<HTMLInputElement>;
};

const MOST_SHOWN = 50;
/** Stands for the option that makes a new thing. */
const CREATE = 'create';

/** A text field that narrows a list as one types (WAI-ARIA combobox with a list), and can create what is missing. */
export function Combobox({
  options,
  value,
  onChange,
  onCreate,
  onType,
  isSearching = false,
  onUnchosen,
  labels,
  placeholder,
  isDisabled,
  autoFocus,
  opensAtOnce = false,
  onLeave,
  heading,
  ref,
}: ComboboxProps) {
  const selected = options.find((option) => option.id === value);
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(opensAtOnce);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const floating = useFloating(isOpen);
  const control = useFieldControl();
  const typed = (text ?? '').trim();
  const isHeld = isSearching && typed !== '';
  const exact = exactOptions(options, typed);
  const found = (exact.length > 0 || isHeld ? exact : filterOptions(options, typed)).slice(0, MOST_SHOWN);
  const isNew =
    onCreate && typed !== '' && !options.some((option) => option.label.toLowerCase() === typed.toLowerCase());
  const ids = [...found.map(({ id }) => id), ...(isNew ? [CREATE] : [])];
  const count = ids.length;
  // By its id: options that are searched elsewhere may come while one moves, before the one that is meant.
  const active = Math.max(0, ids.indexOf(activeId ?? ''));
  // Enter may come before the options: then the first of them is meant, though never one that is only spelt nearly so.
  const [isAwaited, setIsAwaited] = useState(false);

  const fold = () => {
    setIsOpen(false);
    setActiveId(null);
    setIsAwaited(false);
  };
  const close = () => {
    fold();
    setText(null);
    onUnchosen?.('');
  };
  const choose = (index: number) => {
    const option = found[index];
    if (option) onChange(option.id);
    else if (isNew) onCreate(typed);
    close();
  };
  useEffect(() => {
    if (!isAwaited || isHeld) return;
    setIsAwaited(false);
    if (exact.length > 0) choose(0);
  });
  const move = (index: number) => {
    setIsOpen(true);
    setIsAwaited(false);
    setActiveId(ids[index] ?? null);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? Math.min(active + 1, count - 1) : 0);
    else if (event.key === 'ArrowUp') move(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && isOpen) {
      // Where nothing is found, Enter is held all the same: let go, it would send the form around.
      if (isHeld && activeId === null) setIsAwaited(true);
      else if (count > 0) choose(active);
    } else if (event.key === 'Escape' && isOpen && !(opensAtOnce && typed === '')) close();
    else if (event.key === 'Escape' && onLeave) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // Not a control: it only hears when focus leaves all of it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={styles.root}
      style={floating.anchor}
      onBlur={(event) => {
        const isWithin = (place: Element | null) => event.currentTarget.contains(place);
        // Also while another window is in front: who looks something up there comes back to what was typed.
        if (isWithin(event.relatedTarget) || isWithin(document.activeElement)) return;
        if (onUnchosen && typed !== '') fold();
        else close();
        onLeave?.();
      }}
    >
      <input
        {...control}
        ref={ref}
        className={classNames(fieldStyles.control, styles.input)}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && count > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        disabled={isDisabled}
        // biome-ignore lint/a11y/noAutofocus: the dialog that holds it was opened to type into it
        autoFocus={autoFocus}
        value={text ?? selected?.label ?? ''}
        onChange={(event) => {
          setText(event.target.value);
          onType?.(event.target.value);
          onUnchosen?.(event.target.value.trim());
          setActiveId(null);
          setIsAwaited(false);
          setIsOpen(true);
          if (event.target.value === '' && value !== null) onChange(null);
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
      />
      {selected && !isDisabled ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={labels.clear}
          onClick={(event) => {
            onChange(null);
            setText(null);
            onUnchosen?.('');
            // The button goes with the choice: who pressed it goes on to choose another.
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      ) : (
        <span className={styles.arrow}>
          <Icon name="down" size={16} />
        </span>
      )}
      <div {...floating.popup} className={styles.popup} hidden={!isOpen}>
        {heading && typed === '' && found.length > 0 ? <p className={styles.heading}>{heading}</p> : null}
        <div
          role="listbox"
          id={listId}
          ref={list}
          className={styles.list}
          aria-label={heading ?? placeholder ?? labels.nothing}
        >
          {found.map((option, index) => (
            <OptionRow
              key={option.id}
              id={`${listId}-${index}`}
              option={option}
              isActive={index === active}
              isSelected={option.id === value}
              onChoose={() => choose(index)}
            />
          ))}
          {isNew ? (
            <div
              role="option"
              id={`${listId}-${found.length}`}
              tabIndex={-1}
              aria-selected={false}
              className={styles.option}
              data-active={active === found.length || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(found.length)}
              onKeyDown={onKeyDown}
            >
              <Icon name="plus" size={16} />
              {labels.create(typed)}
            </div>
          ) : null}
        </div>
        {count === 0 || (isHeld && labels.searching) ? (
          <p className={styles.nothing}>
            {isSearching ? (labels.searching ?? labels.nothing) : labels.nothing}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type OptionRowProps = {
  id: string;
  option: ComboboxOption;
  isActive: boolean;
  isSelected: boolean;
  onChoose: () => void;
};

function OptionRow({ id, option, isActive, isSelected, onChoose }: OptionRowProps) {
  return (
    // Keys are handled by the text field, which keeps the focus (WAI-ARIA combobox).
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isSelected}
      className={styles.option}
      data-active={isActive || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      title={[option.label, option.detail].filter(Boolean).join(' · ')}
    >
      {option.color ? <span className={styles.dot} style={{ background: option.color }} /> : null}
      <span className={styles.label}>{option.label}</span>
      {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
    </div>
  );
}
