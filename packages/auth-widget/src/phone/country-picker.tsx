import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePartId } from '../parts/ids.ts';
import { useTexts } from '../parts/texts.tsx';
import { type Country, searchCountries } from './country-names.ts';

/** Typing is searched for when it rests. */
const SEARCH_DEBOUNCE_MILLISECONDS = 250;

interface CountryPickerProps {
  countries: readonly Country[];
  country: Country;
  onPick: (country: Country) => void;
}

/** A button that opens a searchable list: a combobox with a list box (ARIA Authoring Practices). */
export function CountryPicker({ countries, country, onPick }: CountryPickerProps) {
  const { labels } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left the box
    <div
      className="latchkey-country"
      data-part="country"
      data-state={isOpen ? 'open' : 'closed'}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="latchkey-country-button"
        data-part="country-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${labels.country}: ${country.name}, ${country.code} +${country.callingCode}`}
        onClick={() => setOpen(!isOpen)}
      >
        {country.code} +{country.callingCode}
      </button>
      {isOpen ? (
        <CountryList
          countries={countries}
          country={country}
          onClose={close}
          onPick={(picked) => {
            onPick(picked);
            close();
          }}
        />
      ) : null}
    </div>
  );
}

function CountryList(props: CountryPickerProps & { onClose: () => void }) {
  const { countries, country, onPick, onClose } = props;
  const { labels, texts } = useTexts();
  const id = usePartId();
  const [text, setText] = useState('');
  const found = searchCountries(countries, useDebounced(text));
  const [active, setActive] = useState(country.code);
  const index = Math.max(
    0,
    found.findIndex(({ code }) => code === active),
  );
  const current = found[index];

  const activeId = current && `${id}-${current.code}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(found[Math.min(found.length - 1, Math.max(0, index + step))]?.code ?? '');
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current) onPick(current);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  }

  return (
    <div className="latchkey-country-list" role="dialog" aria-label={labels.country}>
      <input
        className="latchkey-input"
        type="text"
        role="combobox"
        aria-label={labels.searchCountry}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={labels.searchCountry}
        autoComplete="off"
        ref={focusOnce}
        value={text}
        // One handler alone: Preact makes `input` of both, and the last one would win. The form around is not to hear it.
        onInput={(event) => {
          event.stopPropagation();
          setText(event.currentTarget.value);
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={labels.country} tabIndex={-1}>
        {found.map((row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys of the list
          // biome-ignore lint/a11y/useFocusableInteractive: options are reached by aria-activedescendant
          <div
            key={row.code}
            id={`${id}-${row.code}`}
            role="option"
            aria-selected={row === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(row)}
          >
            <span>{row.name}</span> <span>+{row.callingCode}</span>
          </div>
        ))}
      </div>
      <p className="latchkey-hint" role="status">
        {found.length === 0 ? texts.noCountry : ''}
      </p>
    </div>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
