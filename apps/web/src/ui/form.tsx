import type { ReactNode } from 'react';
import { describeError } from '../lib/describe-error.ts';
import { FormError } from './field.tsx';

export type FormProps = {
  className?: string | undefined;
  /** Why the last try failed. */
  error: unknown;
  onSubmit: () => void;
  children: ReactNode;
};

/** A form on a page: what went wrong on top, and our own words for what is missing instead of the browser's. */
export function Form({ className, error, onSubmit, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error ? <FormError>{describeError(error)}</FormError> : null}
      {children}
    </form>
  );
}
