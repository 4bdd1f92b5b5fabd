import { MAX_ALERT_PERCENT, MAX_ALERTS, MAX_BUDGET_HOURS } from '@stint/domain/time/budget.ts';
import { hoursFromMinutes, minutesOfDecimalHours } from '@stint/domain/time/hours.ts';
import type { Project, ProjectFields } from '../../entities/project.ts';
import { formatHours, readHours } from '../../lib/hours.ts';
import { parseMoney, typedMoney } from '../../lib/money.ts';
import { text } from './messages.ts';

/** What is in the fields of a project's settings: hours, amounts and percentages as they are typed. */
export type ProjectValues = ReturnType<typeof valuesOf>;

export function valuesOf(project: Project, currency: string) {
  const money = (amount: number | null) => (amount === null ? '' : typedMoney(amount, currency));
  return {
    projectName: project.projectName,
    code: project.code ?? '',
    clientID: project.clientID,
    projectTypeID: project.projectTypeID,
    managerID: project.managerID,
    color: project.color,
    description: project.description ?? '',
    startDate: project.startDate ?? '',
    endDate: project.endDate ?? '',
    isBillable: project.isBillable,
    rateMode: project.rateMode,
    hourlyRate: money(project.hourlyRate),
    activityRates: Object.fromEntries(
      (project.activityRates ?? []).map(({ activityID, hourlyRate }) => [activityID, money(hourlyRate)]),
    ) as Record<string, string>,
    budgetKind: project.budgetKind,
    budgetHours: project.budgetHours === null ? '' : formatHours(minutesOfDecimalHours(project.budgetHours)),
    budgetAmount: money(project.budgetAmount),
    budgetPeriod: project.budgetPeriod,
    alerts: project.alertPercents.join(', '),
    visibility: project.visibility,
    memberIDs: project.memberIDs,
    activityIDs: project.activityIDs,
  };
}

type ProjectProblems = Partial<Record<keyof ProjectValues, string>>;

/** What the parts of the form share. */
export type ProjectFormProps = {
  values: ProjectValues;
  set: (change: Partial<ProjectValues>) => void;
  problems: ProjectProblems;
  /** Of its client, else of the workspace. */
  currency: string;
};

type Reading = { fields: ProjectFields; problems: ProjectProblems };

/** What is to be stored, and what in the fields cannot be; a field that is not shown is neither judged nor sent. */
export function readValues(values: ProjectValues, currency: string, setsRates: boolean): Reading {
  const words = text.settings;
  const problems: ProjectProblems = {};
  const hours =
    values.budgetHours.trim() === ''
      ? null
      : readHours(values.budgetHours, { maxMinutes: MAX_BUDGET_HOURS * 60 });
  const isByHours = values.budgetKind === 'hours';
  const isByAmount = values.budgetKind === 'amount';
  const hasAlerts = values.budgetKind !== 'none';
  const hasRate = values.rateMode !== 'none';
  const hasActivityRates = values.rateMode === 'activity';
  const amount = parseMoney(values.budgetAmount, currency);
  const rate = values.hourlyRate.trim() === '' ? null : parseMoney(values.hourlyRate, currency);
  const activityRates = Object.entries(values.activityRates)
    .filter(([activityID, typed]) => values.activityIDs.includes(activityID) && typed.trim() !== '')
    .map(([activityID, typed]) => ({ activityID, hourlyRate: parseMoney(typed, currency) }));
  const alerts = readAlerts(values.alerts);
  if (values.projectName.trim() === '') problems.projectName = words.nameMissing;
  if (values.startDate && values.endDate && values.endDate < values.startDate)
    problems.endDate = words.endsBefore;
  if (isByHours && !hours?.ok) problems.budgetHours = words.hoursWrong;
  if (hasAlerts && alerts === null) problems.alerts = words.alertsWrong;
  if (setsRates && isByAmount && amount === null) problems.budgetAmount = words.amountWrong;
  if (setsRates && hasRate && values.hourlyRate.trim() !== '' && rate === null)
    problems.hourlyRate = words.amountWrong;
  if (setsRates && hasActivityRates && activityRates.some(({ hourlyRate }) => hourlyRate === null))
    problems.activityRates = words.amountWrong;
  const money = {
    rateMode: values.rateMode,
    ...(hasRate ? { hourlyRate: rate } : {}),
    ...(hasActivityRates
      ? {
          activityRates: activityRates.flatMap(({ activityID, hourlyRate }) =>
            hourlyRate === null ? [] : [{ activityID, hourlyRate }],
          ),
        }
      : {}),
    budgetAmount: isByAmount ? amount : null,
  };
  return {
    problems,
    fields: {
      projectName: values.projectName.trim(),
      code: values.code.trim() || null,
      clientID: values.clientID,
      projectTypeID: values.projectTypeID,
      managerID: values.managerID,
      color: values.color,
      description: values.description.trim() || null,
      startDate: values.startDate || null,
      endDate: values.endDate || null,
      isBillable: values.isBillable,
      budgetKind: values.budgetKind,
      budgetHours: isByHours && hours?.ok ? hoursFromMinutes(hours.minutes) : null,
      budgetPeriod: values.budgetPeriod,
      ...(hasAlerts ? { alertPercents: alerts ?? [] } : {}),
      visibility: values.visibility,
      memberIDs: values.memberIDs,
      activityIDs: values.activityIDs,
      ...(setsRates ? money : {}),
    },
  };
}

/** Percentages with anything between them; null where one of them is none. */
function readAlerts(typed: string): number[] | null {
  const parts = typed.split(/[\s,;%]+/).filter(Boolean);
  const percents = [...new Set(parts.map(Number))];
  const isRight = percents.every((each) => Number.isInteger(each) && each >= 1 && each <= MAX_ALERT_PERCENT);
  return isRight && percents.length <= MAX_ALERTS ? percents.sort((a, b) => a - b) : null;
}
