import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './combobox.module.css';
import fieldStyles from './field.module.css';
import { useFieldControl } from './field.tsx';
import { filterOptions } from './filter-options.ts';
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
  labels: { create: (name: string) => string; nothing: string; clear: string };
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

/** A text field that narrows a list as one types (WAI-ARIA combobox with a list), and can create what is missing. */
export function Combobox({
  options,
  value,
  onChange,
  onCreate,
  onType,
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
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const floating = useFloating(isOpen);
  const control = useFieldControl();
  const typed = (text ?? '').trim();
  const found = filterOptions(options, typed).slice(0, MOST_SHOWN);
  const isNew =
    onCreate && typed !== '' && !options.some((option) => option.label.toLowerCase() === typed.toLowerCase());
  const count = found.length + (isNew ? 1 : 0);

  const close = () => {
    setIsOpen(false);
    setText(null);
    setActive(0);
  };
  const choose = (index: number) => {
    const option = found[index];
    if (option) onChange(option.id);
    else if (isNew) onCreate(typed);
    close();
  };
  const move = (index: number) => {
    setIsOpen(true);
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? Math.min(active + 1, count - 1) : 0);
    else if (event.key === 'ArrowUp') move(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && isOpen) {
      // Where nothing is found, Enter is held all the same: let go, it would send the form around.
      if (count > 0) choose(active);
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
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
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
          setActive(0);
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
          onClick={() => {
            onChange(null);
            setText(null);
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
        {count === 0 ? <p className={styles.nothing}>{labels.nothing}</p> : null}
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
