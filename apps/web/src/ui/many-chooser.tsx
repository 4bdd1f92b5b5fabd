import { useRef } from 'react';
import { common } from '../messages/common.ts';
import { lists as text } from '../messages/lists.ts';
import { Button } from './button.tsx';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { Field } from './field.tsx';
import styles from './many-chooser.module.css';

export type ManyChooserProps = {
  label: string;
  hint?: string;
  options: readonly ComboboxOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
};

/** Several of a long list: what is chosen stands below the field that finds the next one. */
export function ManyChooser({ label, hint, options, values, onChange }: ManyChooserProps) {
  const field = useRef<HTMLInputElement>(null);
  const left = options.filter(({ id }) => !values.includes(id));
  // One that is no longer in use is not among the options; it stays chosen without a name of its own.
  const chosen = options.filter(({ id }) => values.includes(id));
  return (
    <div className={styles.chooser}>
      <Field label={label} {...(hint ? { hint } : {})}>
        <Combobox
          ref={field}
          options={left}
          value={null}
          onChange={(id) => {
            if (id) onChange([...values, id]);
          }}
          labels={common.chooser}
          placeholder={text.addOne}
        />
      </Field>
      {chosen.length > 0 ? (
        <ul className={styles.chosen}>
          {chosen.map((option) => (
            <li key={option.id}>
              <span>{option.label}</span>
              <Button
                variant="quiet"
                icon="close"
                aria-label={text.takeOut(option.label)}
                onClick={() => {
                  onChange(values.filter((id) => id !== option.id));
                  // The button goes with what it takes out; the keyboard goes on where the next one is chosen.
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
