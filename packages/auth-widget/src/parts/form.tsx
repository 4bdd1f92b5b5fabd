import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';

/** Values of the named controls of a form; never undefined, as an empty control gives an empty text. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong, by control name, in the order of the form. Empty when it can be sent. */
export type FieldErrors = Readonly<Record<string, string>>;

interface FormProps {
  /** Required-field checks; a form with errors sends nothing. */
  check: (values: Values) => FieldErrors;
  onSubmit: (values: Values) => void;
  isBusy: boolean;
  children: ReactNode;
}

const ErrorContext = createContext<FieldErrors>({});

/** The message of one control of the form around, if something is wrong with it. */
export function useFieldError(name: string): string | undefined {
  return useContext(ErrorContext)[name];
}

/** One form of one screen: checks on submit, moves the focus to the first wrong control, is never sent twice. */
export function Form({ check, onSubmit, isBusy, children }: FormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = readValues(form);
    const wrong = check(values);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === undefined) onSubmit(values);
    else focusControl(form, first);
  }

  function handleInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)));
  }

  return (
    <ErrorContext.Provider value={errors}>
      <form
        className="latchkey-form"
        data-part="form"
        noValidate
        aria-busy={isBusy || undefined}
        onSubmit={handleSubmit}
        onInput={handleInput}
      >
        {children}
      </form>
    </ErrorContext.Provider>
  );
}

/** Messages of the controls that are empty, in the given order. */
export function requireFields(values: Values, messages: Readonly<Record<string, string>>): FieldErrors {
  return Object.fromEntries(Object.entries(messages).filter(([name]) => !values[name]?.trim()));
}

function readValues(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(entries);
}

function focusControl(form: HTMLFormElement, name: string): void {
  const control = form.querySelector<HTMLElement>(
    `[name="${name}"]:not([type="hidden"]), [data-for="${name}"]`,
  );
  control?.focus();
}
