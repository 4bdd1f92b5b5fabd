import type { WorkspaceSettings } from '../../../entities/workspace.ts';
import { useApp } from '../../../lib/app-context.ts';
import { ownWays } from '../../../lib/formats.ts';
import { fullDate, weekdayName } from '../../../lib/today.ts';
import { common } from '../../../messages/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkboxes } from '../../../ui/choices.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { ConflictChoice, writeValue } from '../../../ui/conflict-choice.tsx';
import { DayHours, readDays, typedDays } from '../../../ui/day-hours.tsx';
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import type { FieldWords } from '../../../ui/use-shared-values.ts';
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

const words: FieldWords<Values> = {
  approvalsEnabled: { label: text.approvals },
  due: { label: text.due },
  requiredFields: {
    label: text.required,
    write: (fields) => writeValue(fields.map((field) => text.requiredFields[field])),
  },
  lockDate: {
    label: text.lock,
    write: (date) => (date === '' ? writeValue(date) : fullDate(date, ownWays().date)),
  },
  roundingScope: { label: text.rounding, write: (scope) => text.roundingScopes[scope] },
  roundingDirection: { label: text.direction, write: (direction) => text.directions[direction] },
  step: { label: text.step },
  schedule: {
    label: text.schedule,
    write: (days) => writeValue(days.map((hours, day) => `${weekdayName(day)} ${hours}`)),
  },
  timeZone: { label: text.timeZone },
  editorsSeeBillRates: { label: text.editorsSeeRates },
};

/** Approval, required fields, lock date, rounding, expected hours and zone. */
export function RulesForm() {
  const { start } = useApp();
  const { values, set, isBusy, error, choice, hasTried, submit } = useSettingsForm({
    valuesOf,
    words,
    changes: (typed) => {
      const { due, step, schedule } = readNumbers(typed);
      if (due === null || step === null || schedule === null) return null;
      const { due: _due, step: _step, ...rest } = typed;
      return {
        ...rest,
        submitDueDays: due,
        lockDate: typed.lockDate || null,
        roundingMinutes: step,
        schedule,
        weeklyMinutes: schedule.reduce((sum, day) => sum + day, 0),
      };
    },
    concerns: ['week', 'approvals', 'report'],
  });
  const { due, step } = readNumbers(values);
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
      <Checkboxes
        legend={text.required}
        keys={REQUIRED}
        labelOf={(field) => text.requiredFields[field]}
        chosen={values.requiredFields}
        onChange={(requiredFields) => set({ requiredFields })}
      />
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

/** What is typed as numbers and hours; null where it cannot be read. */
function readNumbers({ due, step, schedule }: Values) {
  return {
    due: wholeNumber(due, 0, 28),
    step: wholeNumber(step, 1, 240),
    schedule: readDays(schedule),
  };
}

/** Every zone that the browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

function wholeNumber(typed: string, lowest: number, highest: number): number | null {
  const value = Number(typed);
  return /^\d+$/.test(typed.trim()) && value >= lowest && value <= highest ? value : null;
}
