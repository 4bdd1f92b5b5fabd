import { formatClock } from '@stint/domain/time/clock.ts';
import { DATE_FORMATS } from '@stint/domain/time/format-date.ts';
import { type ParsedHours, parseHours } from '@stint/domain/time/hours.ts';
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
import { text } from './messages.ts';
import styles from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';

const MAX_WEEK_MINUTES = 7 * 24 * 60;
const SOME_TIME = 14 * 60 + 30;
const SOME_NUMBER = 1234.5;

type Values = ReturnType<typeof valuesOf>;

/** What is in the fields: hours as they are typed, null where nobody typed any. */
function valuesOf(settings: WorkspaceSettings) {
  const { decimalReading, durationFormat, dateFormat, timeFormat, numberFormat, currency } = settings;
  return {
    weekly: null as string | null,
    decimalReading,
    durationFormat,
    dateFormat,
    timeFormat,
    numberFormat,
    currency,
  };
}

/** What nobody typed anew is as it was, however decimals are read from now on. */
function readWeekly({ weekly, decimalReading }: Values, { weeklyMinutes }: WorkspaceSettings): ParsedHours {
  return weekly === null
    ? { ok: true, minutes: weeklyMinutes }
    : parseHours(weekly, { decimalReading, maxMinutes: MAX_WEEK_MINUTES });
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
  const [stored, setStored] = useState(start.settings);
  const [values, setValues] = useState(() => valuesOf(start.settings));
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const minutes = readWeekly(values, stored);
  const isNameMissing = name.trim() === '';
  const { isBusy, error, choice, hasTried, submit } = useSettingsForm({
    changes: () => {
      if (!minutes.ok || isNameMissing) return null;
      const { weekly: _typed, ...rest } = values;
      return { ...rest, weeklyMinutes: minutes.minutes };
    },
    show: (theirs) => {
      setStored(theirs);
      setValues(valuesOf(theirs));
    },
    first: async () => {
      if (name.trim() !== start.name) await renameWorkspace(session.call, start.tenantID, name.trim());
    },
    concerns: ['week'],
  });
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
        <Input value={start.regionCode.toUpperCase()} disabled />
      </Field>
      <Field label={text.weekly} error={hasTried && !minutes.ok ? text.weeklyInvalid : null}>
        <Input
          value={values.weekly ?? formatHours(stored.weeklyMinutes)}
          disabled={!canConfigure}
          onChange={(event) => set({ weekly: event.target.value })}
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
