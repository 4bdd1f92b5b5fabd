import { useState } from 'react';
import type { WorkspaceSettings } from '../../../entities/workspace.ts';
import { useApp } from '../../../lib/app-context.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { ConflictChoice } from '../../../ui/conflict-choice.tsx';
import { DayHours, readDays, typedDays } from '../../../ui/day-hours.tsx';
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import styles from '../settings.module.css';
import { useSettingsForm } from '../use-settings-form.ts';
import { text } from './messages.ts';

const SCOPES = ['none', 'entry', 'dayProject', 'total'] as const;
const DIRECTIONS = ['up', 'nearest', 'down'] as const;
const REQUIRED = ['activity', 'comment', 'tag'] as const;

type Values = ReturnType<typeof valuesOf>;

/** What is in the fields: numbers and hours as they are typed. */
function valuesOf(settings: WorkspaceSettings) {
  return {
    approvalsEnabled: settings.approvalsEnabled,
    due: String(settings.submitDueDays),
    requiredFields: settings.requiredFields,
    lockDate: settings.lockDate ?? '',
    roundingScope: settings.roundingScope,
    roundingDirection: settings.roundingDirection,
    step: String(settings.roundingMinutes),
    schedule: typedDays(settings.schedule),
    timeZone: settings.timeZone,
    editorsSeeBillRates: settings.editorsSeeBillRates,
  };
}

/** Approval, required fields, lock date, rounding, expected hours and zone. */
export function RulesForm() {
  const { start } = useApp();
  const [values, setValues] = useState(() => valuesOf(start.settings));
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const due = wholeNumber(values.due, 0, 28);
  const step = wholeNumber(values.step, 1, 240);
  const schedule = readDays(values.schedule);
  const { isBusy, error, choice, hasTried, submit } = useSettingsForm({
    changes: () => {
      if (due === null || step === null || schedule === null) return null;
      const { due: _due, step: _step, ...rest } = values;
      return {
        ...rest,
        submitDueDays: due,
        lockDate: values.lockDate || null,
        roundingMinutes: step,
        schedule,
        weeklyMinutes: schedule.reduce((sum, day) => sum + day, 0),
      };
    },
    show: (stored) => setValues(valuesOf(stored)),
    concerns: ['week', 'approvals', 'report'],
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {choice ? <ConflictChoice {...choice} /> : null}
      <Checkbox
        label={text.approvals}
        hint={text.approvalsHint}
        checked={values.approvalsEnabled}
        onChange={(event) => set({ approvalsEnabled: event.target.checked })}
      />
      <Field label={text.due} hint={text.dueHint} error={hasTried && due === null ? text.dueInvalid : null}>
        <Input
          inputMode="numeric"
          maxLength={2}
          value={values.due}
          onChange={(event) => set({ due: event.target.value })}
        />
      </Field>
      <fieldset className={styles.group}>
        <legend>{text.required}</legend>
        {REQUIRED.map((field) => (
          <Checkbox
            key={field}
            label={text.requiredFields[field]}
            checked={values.requiredFields.includes(field)}
            onChange={(event) =>
              set({
                requiredFields: REQUIRED.filter((each) =>
                  each === field ? event.target.checked : values.requiredFields.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Field label={text.lock} hint={text.lockHint}>
        <Input
          type="date"
          value={values.lockDate}
          onChange={(event) => set({ lockDate: event.target.value })}
        />
      </Field>
      <Field label={text.rounding} hint={text.roundingHint}>
        <Select
          value={values.roundingScope}
          onChange={(event) => set({ roundingScope: event.target.value as Values['roundingScope'] })}
        >
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {text.roundingScopes[scope]}
            </option>
          ))}
        </Select>
      </Field>
      {values.roundingScope === 'none' ? null : (
        <div className={styles.pair}>
          <Field label={text.direction}>
            <Select
              value={values.roundingDirection}
              onChange={(event) =>
                set({ roundingDirection: event.target.value as Values['roundingDirection'] })
              }
            >
              {DIRECTIONS.map((direction) => (
                <option key={direction} value={direction}>
                  {text.directions[direction]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text.step} error={hasTried && step === null ? text.stepInvalid : null}>
            <Input
              inputMode="numeric"
              maxLength={3}
              value={values.step}
              onChange={(event) => set({ step: event.target.value })}
            />
          </Field>
        </div>
      )}
      <DayHours
        legend={text.schedule}
        typed={values.schedule}
        onChange={(schedule) => set({ schedule })}
        problem={hasTried ? text.scheduleInvalid : null}
      />
      <Field label={text.timeZone} hint={text.timeZoneHint}>
        <Combobox
          options={timeZones(values.timeZone).map((name) => ({ id: name, label: name }))}
          value={values.timeZone}
          onChange={(timeZone) => set({ timeZone: timeZone ?? start.settings.timeZone })}
          labels={common.chooser}
        />
      </Field>
      <Checkbox
        label={text.editorsSeeRates}
        checked={values.editorsSeeBillRates}
        onChange={(event) => set({ editorsSeeBillRates: event.target.checked })}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {common.save}
      </Button>
    </Form>
  );
}

/** Every zone that the browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

function wholeNumber(typed: string, lowest: number, highest: number): number | null {
  const value = Number(typed);
  return /^\d+$/.test(typed.trim()) && value >= lowest && value <= highest ? value : null;
}
