import type { InputHTMLAttributes, ReactNode } from 'react';
import { useFieldError } from './form.tsx';
import { usePartId } from './ids.ts';

interface FieldProps {
  name: string;
  label: string;
  /** Says what is accepted, below the label. */
  hint?: string | undefined;
  /** Gives the control, tied to label, hint and error by the given attributes. */
  children: (control: ControlProps) => ReactNode;
}

/** What ties a control to its label, hint and error. */
interface ControlProps {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A control with its label, hint and error, tied by id once. */
export function Field({ name, label, hint, children }: FieldProps) {
  const id = usePartId();
  const error = useFieldError(name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="latchkey-field" data-part="field" data-state={error ? 'invalid' : 'valid'}>
      <label className="latchkey-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint ? (
        <p className="latchkey-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="latchkey-field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'> {
  name: string;
  label: string;
  hint?: string | undefined;
}

/** One line of text. */
export function TextField({ name, label, hint, ...rest }: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(control) => (
        <input
          className="latchkey-input"
          type="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
