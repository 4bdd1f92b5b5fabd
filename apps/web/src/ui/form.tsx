import { type ReactNode, useRef } from 'react';
import { FormFailure } from './form-failure.tsx';
import { useFocusProblem } from './use-focus-problem.ts';

export type FormProps = {
  className?: string | undefined;
  /** Why the last try failed. */
  error: unknown;
  /** Under way: when it is over, the first field with a problem gets the focus. */
  isBusy?: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/**
 * Every form that sends something: what went wrong on top, and our own words for what is missing instead of the browser's.
 * What is typed outside of a form is not known to be at work when a session ends, and would go with the page.
 */
export function Form({ className, error, isBusy = false, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusProblem(form, isBusy);
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormFailure error={error} />
      {children}
    </form>
  );
}
