import { formatClock } from '@stint/domain/time/clock.ts';
import { DATE_FORMATS } from '@stint/domain/time/format-date.ts';
import { MAX_WEEK_MINUTES, type ParsedHours, parseHours } from '@stint/domain/time/hours.ts';
import {
  formatNumber,
  isNumberFormat,
  NUMBER_FORMATS,
  READERS_NUMBERS,
} from '@stint/domain/workspace/formats.ts';
import { useState } from 'react';
import { renameWorkspace, type WorkspaceSettings } from '../../entities/workspace.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { fullDate, today } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictChoice } from '../../ui/conflict-choice.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { FieldWords } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';
import styles from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';

const SOME_TIME = 14 * 60 + 30;
const SOME_NUMBER = 1234.5;

type Values = ReturnType<typeof valuesOf>;

/** What is in the fields: hours as they are typed, null where nobody typed any over those that are set. */
function valuesOf(settings: WorkspaceSettings) {
  const { decimalReading, durationFormat, dateFormat, timeFormat, numberFormat, currency } = settings;
  return {
    weekly: { typed: null as string | null, minutes: settings.weeklyMinutes },
    decimalReading,
    durationFormat,
    dateFormat,
    timeFormat,
    numberFormat,
    currency,
  };
}

const words: FieldWords<Values> = {
  weekly: { label: text.weekly, write: writeWeekly },
  decimalReading: { label: text.decimals, write: (reading) => text.decimalReading[reading] },
  durationFormat: { label: text.durations, write: (format) => text.durationFormats[format] },
  dateFormat: { label: text.dates, write: (format) => fullDate(today(), format) },
  timeFormat: { label: text.times, write: (way) => formatClock(SOME_TIME, way) },
  numberFormat: { label: text.numbers, write: nameOfNumbers },
  currency: { label: text.currency },
};

function writeWeekly({ typed, minutes }: Values['weekly']): string {
  return typed ?? formatHours(minutes);
}

/** What nobody typed anew is as it was, however decimals are read from now on. */
function readWeekly({ weekly: { typed, minutes }, decimalReading }: Values): ParsedHours {
  return typed === null
    ? { ok: true, minutes }
    : parseHours(typed, { decimalReading, maxMinutes: MAX_WEEK_MINUTES });
}

/** A tag that programs have set may name no language. */
function nameOfNumbers(numbers: string): string {
  if (numbers === READERS_NUMBERS) return text.readersNumbers;
  return isNumberFormat(numbers) ? formatNumber(SOME_NUMBER, { numbers }, 1) : numbers;
}

/** Name, expected hours, currency, and how the workspace writes dates, times, numbers and durations. */
export function WorkspaceForm({ canConfigure }: { canConfigure: boolean }) {
  const { session, start } = useApp();
  const [name, setName] = useState(start.name);
  const region = session.settings.regions.find(({ code }) => code === start.regionCode);
  const regionName = region?.name ?? start.regionCode.toUpperCase();
  const isNameMissing = name.trim() === '';
  const { values, set, stored, isBusy, error, choice, hasTried, submit } = useSettingsForm({
    valuesOf,
    words,
    changes: ({ weekly, ...rest }) => {
      const hours = readWeekly({ weekly, ...rest });
      return hours.ok && !isNameMissing ? { ...rest, weeklyMinutes: hours.minutes } : null;
    },
    first: async () => {
      if (name.trim() !== start.name) await renameWorkspace(session.call, start.tenantID, name.trim());
    },
    concerns: ['week'],
  });
  const minutes = readWeekly(values);
  const isMinutes = values.decimalReading === 'minutes';
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {canConfigure ? null : <p>{text.readOnly}</p>}
      {choice ? <ConflictChoice {...choice} /> : null}
      <Field label={text.workspaceName} error={hasTried && isNameMissing ? lists.nameMissing : null}>
        <Input
          value={name}
          maxLength={200}
          disabled={!canConfigure}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={text.region}>
        <Input value={regionName} disabled />
      </Field>
      <Field label={text.weekly} error={hasTried && !minutes.ok ? text.weeklyInvalid : null}>
        <Input
          value={writeWeekly(values.weekly)}
          disabled={!canConfigure}
          onChange={(event) => set({ weekly: { ...values.weekly, typed: event.target.value } })}
        />
      </Field>
      <Field label={text.decimals}>
        <Choice
          value={values.decimalReading}
          choices={['decimal', 'minutes']}
          nameOf={(reading) => text.decimalReading[reading]}
          disabled={!canConfigure}
          onChange={(decimalReading) => set({ decimalReading })}
        />
      </Field>
      <Field label={text.durations} {...(isMinutes ? { hint: text.durationsClock } : {})}>
        <Choice
          value={isMinutes ? 'clock' : values.durationFormat}
          choices={['clock', 'decimal']}
          nameOf={(format) => text.durationFormats[format]}
          disabled={!canConfigure || isMinutes}
          onChange={(durationFormat) => set({ durationFormat })}
        />
      </Field>
      <Field label={text.dates}>
        <Choice
          value={values.dateFormat}
          choices={[...new Set([stored.dateFormat, ...DATE_FORMATS])]}
          nameOf={(format) => fullDate(today(), format)}
          disabled={!canConfigure}
          onChange={(dateFormat) => set({ dateFormat })}
        />
      </Field>
      <Field label={text.times}>
        <Choice
          value={values.timeFormat}
          choices={['h23', 'h12']}
          nameOf={(way) => formatClock(SOME_TIME, way)}
          disabled={!canConfigure}
          onChange={(timeFormat) => set({ timeFormat })}
        />
      </Field>
      <Field label={text.numbers}>
        <Choice
          value={values.numberFormat}
          choices={[...new Set([stored.numberFormat, ...NUMBER_FORMATS])]}
          nameOf={(numbers) => nameOfNumbers(numbers)}
          disabled={!canConfigure}
          onChange={(numberFormat) => set({ numberFormat })}
        />
      </Field>
      <Field label={text.currency} hint={text.currencyHint}>
        <Input
          value={values.currency}
          maxLength={3}
          disabled={!canConfigure}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </Field>
      {canConfigure ? (
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {common.save}
        </Button>
      ) : null}
    </Form>
  );
}

type ChoiceProps<Value extends string> = {
  value: Value;
  choices: readonly Value[];
  nameOf: (value: Value) => string;
  disabled: boolean;
  onChange: (value: Value) => void;
};

/** One of a few; the field around it names it. */
function Choice<Value extends string>({ choices, nameOf, onChange, ...rest }: ChoiceProps<Value>) {
  return (
    <Select {...rest} onChange={(event) => onChange(event.target.value as Value)}>
      {choices.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </Select>
  );
}
