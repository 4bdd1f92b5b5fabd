import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Holiday, holidayCountriesQuery, suggestedHolidaysQuery } from '../../../entities/workspace.ts';
import { useApp } from '../../../lib/app-context.ts';
import { useSubmit } from '../../../lib/use-async.ts';
import { useFullDate } from '../../../lib/use-full-date.ts';
import { common } from '../../../messages/common.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Checkbox, Field, Select } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { text } from './messages.ts';

const words = text.holidays;

export type CountryHolidaysProps = {
  year: number;
  /** What the year has already. */
  holidays: readonly Holiday[];
  onTake: (taken: Holiday[]) => Promise<void>;
  onClose: () => void;
};

/** The public holidays of a country, looked at before any of them is taken over. */
export function CountryHolidays({ year, holidays, onTake, onClose }: CountryHolidaysProps) {
  const { call } = useApp().session;
  const toast = useToast();
  const fullDate = useFullDate();
  const countries = useQuery(holidayCountriesQuery(call));
  const [picked, setPicked] = useState<string | null>();
  const [state, setState] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // Until one is picked, that of the workspace: who looks may sit elsewhere, before a browser in another language.
  const country = picked === undefined ? (countries.data?.find(({ isOwn }) => isOwn)?.code ?? null) : picked;
  const chosen = countries.data?.find(({ code }) => code === country);
  const suggested = useQuery({
    ...suggestedHolidaysQuery(call, { country: country ?? '', year, ...(state ? { state } : {}) }),
    enabled: chosen !== undefined,
  });
  const there = new Set(holidays.map(({ date }) => date));
  const taken = (suggested.data ?? []).filter(({ date }) => !there.has(date) && !left.has(date));
  const { isBusy, error, submit } = useSubmit(async () => {
    if (taken.length === 0) return;
    await onTake(taken);
    toast({ text: words.saved });
    onClose();
  });
  const toggle = (date: string) =>
    setLeft(new Set(left.has(date) ? [...left].filter((each) => each !== date) : [...left, date]));
  return (
    <FormDialog
      title={words.takeTitle(year)}
      submitLabel={words.takeThem(taken.length)}
      isBusy={isBusy}
      error={error ?? countries.error ?? suggested.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.takeText}</p>
      <Field label={words.country}>
        <Combobox
          options={(countries.data ?? []).map(({ code, name }) => ({ id: code, label: name }))}
          value={country}
          onChange={(code) => {
            setPicked(code);
            setState('');
          }}
          labels={common.chooser}
        />
      </Field>
      {chosen && chosen.states.length > 0 ? (
        <Field label={words.state}>
          <Select value={state} onChange={(event) => setState(event.target.value)}>
            <option value="">{words.wholeCountry}</option>
            {chosen.states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <ul className={styles.rows}>
        {(suggested.data ?? []).map(({ date, name }) => (
          <li key={date}>
            <Checkbox
              label={`${fullDate(date)} · ${name}`}
              {...(there.has(date) ? { hint: words.there } : {})}
              disabled={there.has(date)}
              checked={there.has(date) || !left.has(date)}
              onChange={() => toggle(date)}
            />
          </li>
        ))}
      </ul>
      {suggested.data?.every(({ date }) => there.has(date)) ? <p role="status">{words.nothingNew}</p> : null}
    </FormDialog>
  );
}
