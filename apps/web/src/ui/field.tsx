import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

type FieldIds = { control: string; describedBy: string | undefined; isInvalid: boolean };

const FieldContext = createContext<FieldIds | null>(null);

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  isOptional?: boolean;
  optionalText?: string;
  /** Read aloud only: what is seen says it already. */
  isLabelHidden?: boolean;
  children: ReactNode;
};

/** Ties a label, one control, its hint and its error together by id. */
export function Field({ label, hint, error, optionalText, isLabelHidden, children }: FieldProps) {
  const id = useId();
  const ids: FieldIds = {
    control: id,
    describedBy: classNames(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
    isInvalid: Boolean(error),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {optionalText ? <span className={styles.optional}> {optionalText}</span> : null}
      </label>
      <FieldContext value={ids}>{children}</FieldContext>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {hint !== undefined ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Id and description for a control inside a field. */
export function useFieldControl(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const ids = useContext(FieldContext);
  if (!ids) return {};
  return {
    id: ids.control,
    ...(ids.describedBy ? { 'aria-describedby': ids.describedBy } : {}),
    ...(ids.isInvalid ? { 'aria-invalid': true as const } : {}),
  };
}

export function Input(props: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input {...useFieldControl()} {...props} className={classNames(styles.control, props.className)} />;
}

export function TextArea(
  props: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> },
) {
  return (
    <textarea
      rows={3}
      {...useFieldControl()}
      {...props}
      className={classNames(styles.control, styles.area)}
    />
  );
}

export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...useFieldControl()} {...props} className={classNames(styles.control, styles.select)} />;
}

export function Checkbox({
  label,
  hint,
  ...props
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string }) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        id={id}
        {...props}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        className={styles.box}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** What went wrong with a whole form, read aloud when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    // Takes the focus where no single field is wrong.
    <div role="alert" tabIndex={-1} className={styles.formError}>
      {children}
    </div>
  );
}
