import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { activitiesQuery } from '../../entities/activity.ts';
import { clientsQuery } from '../../entities/client.ts';
import { projectTypesQuery } from '../../entities/project.ts';
import type { ReportFilter } from '../../entities/report.ts';
import { tagsQuery } from '../../entities/tag.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useArchivedNames } from '../../entities/use-archived-names.ts';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption, type ComboboxProps } from '../../ui/combobox.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { text } from './messages.ts';
import styles from './report-filters.module.css';

type Reference = Extract<ReportFilter, { is: 'isEmpty' | 'isNotEmpty' }>['field'];
type FieldName = ReportFilter['field'];

const FIELDS: readonly FieldName[] = [
  'client',
  'project',
  'projectType',
  'activity',
  'person',
  'tag',
  'billable',
  'status',
  'comment',
];

export type ReportFiltersProps = {
  filters: readonly ReportFilter[];
  onFilters: (filters: ReportFilter[]) => void;
};

/** What is filtered, as chips that can be taken away, and a way to add one. */
export function ReportFilters({ filters, onFilters }: ReportFiltersProps) {
  const [adding, setAdding] = useState<FieldName | null>(null);
  const { options, archived, search } = useOptions(filters);
  return (
    <div className={styles.root}>
      <ul className={styles.chips}>
        {filters.map((filter, index) => {
          const words = wordsOf(filter, options, archived);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal
            <li key={index} className={styles.chip}>
              <span>{words}</span>
              <button
                type="button"
                aria-label={text.removeFilter(words)}
                title={text.removeFilter(words)}
                onClick={() => onFilters(filters.filter((_, at) => at !== index))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          );
        })}
        <li>
          <Menu
            label={text.addFilter}
            button={
              <>
                <Icon name="filter" size={16} /> {text.addFilter}
              </>
            }
            align="start"
            isBare
            items={FIELDS.map((field) => ({ label: nameOf(field), onSelect: () => setAdding(field) }))}
          />
        </li>
      </ul>
      {adding ? (
        <FilterForm
          key={adding}
          field={adding}
          options={adding in options ? options[adding as Reference] : []}
          {...(adding === 'project' ? { search } : {})}
          onDone={(filter) => {
            if (filter) onFilters([...filters, filter]);
            setAdding(null);
          }}
        />
      ) : null}
    </div>
  );
}

type FilterFormProps = {
  field: FieldName;
  options: readonly ComboboxOption[];
  /** Where more is searched elsewhere. */
  search?: Search;
  onDone: (filter: ReportFilter | null) => void;
};

/** A condition and a value; conditions about nothing need none. */
function FilterForm({ field, options, search, onDone }: FilterFormProps) {
  const conditions = conditionsOf(field);
  const [is, setIs] = useState(conditions[0] ?? 'is');
  const [value, setValue] = useState<string | null>(null);
  const needsValue = is !== 'isEmpty' && is !== 'isNotEmpty';
  const choices = field === 'status' || field === 'billable' ? fixedOptions(field) : options;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const made = filterOf(field, is, value);
    if (made) onDone(made);
  };
  return (
    <form className={styles.form} aria-label={text.filterBy(nameOf(field))} onSubmit={submit}>
      <b className={styles.name}>{nameOf(field)}</b>
      {conditions.length > 1 ? (
        <Field label={text.condition}>
          <Select value={is} onChange={(event) => setIs(event.target.value as typeof is)}>
            {conditions.map((each) => (
              <option key={each} value={each}>
                {text.conditions[each]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {needsValue ? (
        <Field label={text.value}>
          {field === 'comment' ? (
            <Input
              autoFocus
              maxLength={200}
              value={value ?? ''}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <Combobox
              options={choices}
              value={value}
              onChange={setValue}
              {...search}
              labels={common.chooser}
              autoFocus
            />
          )}
        </Field>
      ) : null}
      <Button type="submit" variant="primary" aria-disabled={filterOf(field, is, value) ? undefined : true}>
        {text.apply}
      </Button>
      <Button onClick={() => onDone(null)}>{common.cancel}</Button>
    </form>
  );
}

type Condition = keyof typeof text.conditions;

function conditionsOf(field: FieldName): Condition[] {
  if (field === 'billable') return ['is'];
  if (field === 'comment') return ['contains'];
  if (field === 'status') return ['is', 'isNot'];
  return ['is', 'isNot', 'isEmpty', 'isNotEmpty'];
}

function filterOf(field: FieldName, is: Condition, value: string | null): ReportFilter | null {
  if (is === 'isEmpty' || is === 'isNotEmpty') return { field: field as Reference, is };
  if (!value?.trim()) return null;
  if (field === 'billable') return { field, is: 'is', value: value === 'true' };
  if (field === 'comment') return { field, is: 'contains', text: value.trim() };
  const condition = is === 'isNot' ? 'isNot' : 'is';
  if (field === 'status') return { field, is: condition, values: [value as 'open'] };
  return { field, is: condition, values: [value] };
}

function fixedOptions(field: 'status' | 'billable'): ComboboxOption[] {
  if (field === 'status') return Object.entries(text.statuses).map(([id, label]) => ({ id, label }));
  return [
    { id: 'true', label: text.billable },
    { id: 'false', label: text.nonBillable },
  ];
}

function nameOf(field: FieldName): string {
  return field === 'comment' ? text.comment : text.groups[field];
}

type Options = Record<Reference, ComboboxOption[]>;
type Search = Pick<ComboboxProps, 'onType' | 'isSearching'>;

/** What can be chosen, of everything that the person may see. */
function useOptions(filters: readonly ReportFilter[]): {
  options: Options;
  /** What was archived can no longer be chosen, and is still named. */
  archived: ReadonlyMap<string, string>;
  search: Search;
} {
  const { session, start } = useApp();
  const { call } = session;
  const clients = useQuery(clientsQuery(call)).data;
  const wanted = (field: Reference) =>
    filters.flatMap((filter) => (filter.field === field && 'values' in filter ? filter.values : []));
  const projects = useProjectOptions(wanted('project'));
  const types = useQuery(projectTypesQuery(call)).data ?? [];
  const activities = useQuery(activitiesQuery(call)).data;
  const team = useQuery(teamQuery(call, start.me.teamMemberID, false)).data;
  const tags = useQuery(tagsQuery(call)).data ?? [];
  const options = {
    client: (clients ?? []).map(({ clientID, clientName }) => ({ id: clientID, label: clientName })),
    project: projects.options,
    projectType: types.map(({ projectTypeID, name }) => ({ id: projectTypeID, label: name })),
    activity: (activities ?? []).map(({ activityID, activityName, color }) => ({
      id: activityID,
      label: activityName,
      color,
    })),
    person: (team ?? []).map(({ id, firstName, lastName }) => ({
      id,
      label: `${firstName} ${lastName}`.trim(),
    })),
    tag: tags.map(({ tagID, tagName, color }) => ({ id: tagID, label: tagName, color })),
  };
  const { onType, isSearching } = projects;
  const lacks = (field: keyof Options, isKnown: boolean) =>
    isKnown ? wanted(field).filter((value) => !options[field].some(({ id }) => id === value)) : [];
  const archived = useArchivedNames({
    clients: lacks('client', clients !== undefined),
    projects: lacks('project', !isSearching),
    activities: lacks('activity', activities !== undefined),
    people: lacks('person', team !== undefined),
  });
  return { options, archived, search: { onType, isSearching } };
}

function wordsOf(filter: ReportFilter, options: Options, archived: ReadonlyMap<string, string>): string {
  const start = `${nameOf(filter.field)} ${text.conditions[filter.is]}`;
  if ('text' in filter) return `${start} “${filter.text}”`;
  if ('value' in filter) return filter.value ? text.billable : text.nonBillable;
  if (!('values' in filter)) return start;
  const known = filter.field === 'status' ? fixedOptions('status') : options[filter.field];
  const names = filter.values.map(
    (id) => known.find((option) => option.id === id)?.label ?? archived.get(id) ?? '…',
  );
  return `${start} ${names.join(', ')}`;
}
