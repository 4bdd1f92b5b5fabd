import type { ReactNode } from 'react';
import { FormFailure } from './form-failure.tsx';

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
      <FormFailure error={error} />
      {children}
    </form>
  );
}
