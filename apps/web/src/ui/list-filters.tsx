import type { ListFilterName, ListFilters as Values } from '../lib/use-list-search.ts';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { Field, Select } from './field.tsx';
import styles from './list-filters.module.css';

/** One thing that a list can be narrowed to. */
export type FilterField<Item> = {
  name: ListFilterName;
  label: string;
  /** What can be chosen; a switch where there are none. */
  options?: readonly ComboboxOption[];
  /** There may be thousands: they are searched, not read. */
  isLong?: boolean;
  /** Decides for one row; absent where the gateway is asked. */
  matches?: (item: Item, value: string) => boolean;
};

export type FiltersOf<Item> = {
  fields: readonly FilterField<Item>[];
  values: Values;
  onChange: (name: ListFilterName, value: string | null) => void;
  /** Takes all of them away, and the words. */
  onClear: () => void;
};

/** Whether a row is one of those that the list is narrowed to here. */
export function isWithin<Item>({ fields, values }: FiltersOf<Item>, item: Item): boolean {
  return fields.every(({ name, matches }) => {
    const value = values[name];
    return value === undefined || !matches || matches(item, value);
  });
}

/** How many of the filters are set. */
export function countSet<Item>({ fields, values }: FiltersOf<Item>): number {
  return fields.filter(({ name }) => values[name] !== undefined).length;
}

/** What a list is narrowed to, each by its field. */
export function ListFilterBar<Item>({ filters }: { filters: FiltersOf<Item> }) {
  const { fields, values, onChange, onClear } = filters;
  return (
    <div className={styles.bar} role="group" aria-label={text.filters.title}>
      {fields.map((field) => (
        <OneFilter
          key={field.name}
          field={field}
          value={values[field.name] ?? null}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      {countSet(filters) > 0 ? (
        <Button variant="quiet" onClick={onClear}>
          {text.filters.clear}
        </Button>
      ) : null}
    </div>
  );
}

type OneFilterProps<Item> = {
  field: FilterField<Item>;
  value: string | null;
  onChange: (value: string | null) => void;
};

function OneFilter<Item>({ field, value, onChange }: OneFilterProps<Item>) {
  const { label, options, isLong } = field;
  if (!options) {
    return (
      <Button aria-pressed={value !== null} onClick={() => onChange(value === null ? '1' : null)}>
        {label}
      </Button>
    );
  }
  return (
    <div className={styles.one}>
      <Field label={label}>
        {isLong ? (
          <Combobox
            options={options}
            value={value}
            onChange={onChange}
            labels={text.filters.chooser}
            placeholder={text.filters.any}
          />
        ) : (
          <Select value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
            <option value="">{text.filters.any}</option>
            {options.map(({ id, label: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
