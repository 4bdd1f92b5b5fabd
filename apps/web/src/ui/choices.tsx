import type { ReactNode } from 'react';
import styles from './choices.module.css';
import { classNames } from './class-names.ts';
import { Checkbox, FormError } from './field.tsx';

type GroupProps = {
  legend: string;
  /** Read aloud only: what is seen says it already. */
  isLegendHidden?: boolean;
  hint?: string;
  isDisabled?: boolean;
  /** One below the other unless said. */
  layout?: 'row' | 'columns';
  /** What is wrong with what is chosen. */
  problem?: string | null | undefined;
};

type ChoiceProps<Key extends string> = GroupProps & {
  keys: readonly Key[];
  labelOf: (key: Key) => string;
};

type CheckboxesProps<Key extends string> = ChoiceProps<Key> & {
  hintOf?: (key: Key) => string | undefined;
  chosen: readonly string[];
  /** Takes what is chosen then, in the order in which it is shown. */
  onChange: (chosen: Key[]) => void;
};

/** Any number of a few. */
export function Checkboxes<Key extends string>(props: CheckboxesProps<Key>) {
  const { keys, labelOf, hintOf, chosen, onChange, ...group } = props;
  return (
    <Group {...group}>
      {keys.map((key) => {
        const hint = hintOf?.(key);
        return (
          <Checkbox
            key={key}
            label={labelOf(key)}
            {...(hint ? { hint } : {})}
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChange(keys.filter((one) => (one === key ? target.checked : chosen.includes(one))))
            }
          />
        );
      })}
    </Group>
  );
}

type RadiosProps<Key extends string> = ChoiceProps<Key> & {
  /** Of the group in its form. */
  name: string;
  /** The language in which a choice is named. */
  langOf?: (key: Key) => string;
  chosen: Key;
  onChange: (chosen: Key) => void;
};

/** One of a few. */
export function Radios<Key extends string>(props: RadiosProps<Key>) {
  const { keys, labelOf, name, langOf, chosen, onChange, ...group } = props;
  return (
    <Group {...group}>
      {keys.map((key) => (
        <label key={key} lang={langOf?.(key)} className={styles.radio}>
          <input type="radio" name={name} checked={chosen === key} onChange={() => onChange(key)} />
          {labelOf(key)}
        </label>
      ))}
    </Group>
  );
}

function Group({
  legend,
  isLegendHidden,
  hint,
  isDisabled,
  layout,
  problem,
  children,
}: GroupProps & { children: ReactNode }) {
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {problem ? <FormError>{problem}</FormError> : null}
      <div className={classNames(styles.choices, layout && styles[layout])}>{children}</div>
    </fieldset>
  );
}
