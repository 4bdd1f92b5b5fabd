import { useQuery } from '@tanstack/react-query';
import { activitiesQuery } from '../../entities/activity.ts';
import { useApp } from '../../lib/app-context.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';
import type { ProjectFormProps, ProjectValues } from './project-values.ts';

const words = text.settings;

/** How much of what a project may use, and when somebody is told. */
export function ProjectBudget({
  values,
  set,
  problems,
  currency,
  setsRates,
}: ProjectFormProps & { setsRates: boolean }) {
  // Who may not see amounts cannot set a budget of them, and leaves one that is there.
  const kinds = (['none', 'hours', 'amount'] as const).filter(
    (kind) => kind !== 'amount' || setsRates || values.budgetKind === 'amount',
  );
  return (
    <>
      <div className={styles.pair}>
        <Field label={words.budgetKind}>
          <Select
            value={values.budgetKind}
            onChange={(event) => set({ budgetKind: event.target.value as ProjectValues['budgetKind'] })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.budgetKinds[kind]}
              </option>
            ))}
          </Select>
        </Field>
        {values.budgetKind === 'none' ? null : (
          <Field label={words.budgetPeriod}>
            <Select
              value={values.budgetPeriod}
              onChange={(event) => set({ budgetPeriod: event.target.value as ProjectValues['budgetPeriod'] })}
            >
              {(['total', 'month'] as const).map((period) => (
                <option key={period} value={period}>
                  {words.budgetPeriods[period]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {values.budgetKind === 'hours' ? (
          <Field label={words.budgetHours} error={problems.budgetHours}>
            <Input
              maxLength={14}
              value={values.budgetHours}
              onChange={(event) => set({ budgetHours: event.target.value })}
            />
          </Field>
        ) : null}
        {values.budgetKind === 'amount' && setsRates ? (
          <Field label={`${words.budgetAmount} (${currency})`} error={problems.budgetAmount}>
            <Input
              inputMode="decimal"
              maxLength={16}
              value={values.budgetAmount}
              onChange={(event) => set({ budgetAmount: event.target.value })}
            />
          </Field>
        ) : null}
      </div>
      {values.budgetKind === 'none' ? null : (
        <Field label={words.alerts} hint={words.alertsHint} error={problems.alerts}>
          <Input
            maxLength={80}
            value={values.alerts}
            onChange={(event) => set({ alerts: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** By what an hour of the project is billed. */
export function ProjectRates({ values, set, problems, currency }: ProjectFormProps) {
  // A project keeps rates of those activities only that it lists.
  const activities = (useQuery(activitiesQuery(useApp().session.call)).data ?? []).filter(({ activityID }) =>
    values.activityIDs.includes(activityID),
  );
  return (
    <>
      <Field label={words.rateMode}>
        <Select
          value={values.rateMode}
          onChange={(event) => set({ rateMode: event.target.value as ProjectValues['rateMode'] })}
        >
          {(['project', 'member', 'activity', 'none'] as const).map((mode) => (
            <option key={mode} value={mode}>
              {words.rateModes[mode]}
            </option>
          ))}
        </Select>
      </Field>
      {values.rateMode === 'none' ? null : (
        <Field
          label={`${words.hourlyRate} (${currency})`}
          error={problems.hourlyRate}
          hint={words.hourlyRateHints[values.rateMode]}
        >
          <Input
            inputMode="decimal"
            maxLength={16}
            value={values.hourlyRate}
            onChange={(event) => set({ hourlyRate: event.target.value })}
          />
        </Field>
      )}
      {values.rateMode === 'activity' ? (
        <fieldset className={styles.pair}>
          <legend>{words.ofActivities(currency)}</legend>
          {values.activityIDs.length === 0 ? <p className={styles.quiet}>{words.noActivities}</p> : null}
          {activities.map(({ activityID, activityName }) => (
            <Field
              key={activityID}
              label={activityName}
              error={
                problems.activityRates && !isAmount(values.activityRates[activityID])
                  ? problems.activityRates
                  : null
              }
            >
              <Input
                inputMode="decimal"
                maxLength={16}
                value={values.activityRates[activityID] ?? ''}
                onChange={(event) =>
                  set({ activityRates: { ...values.activityRates, [activityID]: event.target.value } })
                }
              />
            </Field>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** Nothing, or an amount with a point or a comma. */
function isAmount(typed = ''): boolean {
  return /^\s*(?:\d{1,12}([.,]\d*)?)?\s*$/.test(typed);
}
