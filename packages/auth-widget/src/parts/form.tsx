import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useRefusal } from './refusal.ts';

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

interface Wrong {
  errors: FieldErrors;
  /** The control that the server refused, and the element that says why. */
  refused: string | null;
  boxId: string;
}

const WrongContext = createContext<Wrong>({ errors: {}, refused: null, boxId: '' });

/** What is wrong with one control of the form around: a message of its own, or the element that has the server's. */
export function useFieldError(name: string): { message: string | undefined; refusedBy: string | undefined } {
  const { errors, refused, boxId } = useContext(WrongContext);
  return { message: errors[name], refusedBy: refused === name ? boxId : undefined };
}

/** One form of one screen: checks on submit, moves the focus to the first wrong control, is never sent twice. */
export function Form({ check, onSubmit, isBusy, children }: FormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const { error, boxId } = useRefusal();
  const [refused, setRefused] = useState<string | null>(null);
  const toldError = useRef(error);
  useEffect(() => {
    setRefused(null);
    const isNew = toldError.current !== error;
    toldError.current = error;
    if (!error) return;
    let isShown = true;
    // It comes with the first refusal; where it cannot be had, what was refused is said above the form all the same.
    import('./concerned-controls.ts').then(
      ({ concernedControls }) => {
        const shown = form.current;
        const name = concernedControls(error).find((each) => shown && controlOf(shown, each));
        if (!isShown || !shown || name === undefined) return;
        setRefused(name);
        if (isNew) focusControl(shown, name);
      },
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [error]);
  const wrong = useMemo(() => ({ errors, refused, boxId }), [errors, refused, boxId]);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    const values = readValues(event.currentTarget);
    const found = check(values);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) onSubmit(values);
    else focusControl(event.currentTarget, first);
  }

  function handleInput(event: FormEvent<HTMLFormElement>): void {
    const control = event.target as HTMLInputElement;
    const name = control.name || (control.dataset.for ?? '');
    if (name === refused) setRefused(null);
    if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)));
  }

  return (
    <WrongContext.Provider value={wrong}>
      <form
        ref={form}
        className="latchkey-form"
        data-part="form"
        noValidate
        aria-busy={isBusy || undefined}
        onSubmit={handleSubmit}
        onInput={handleInput}
      >
        {children}
      </form>
    </WrongContext.Provider>
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

/** What is wrong is selected, so that typing replaces it. */
function focusControl(form: HTMLFormElement, name: string): void {
  const control = controlOf(form, name);
  control?.focus();
  if (control instanceof HTMLInputElement) control.select();
}

function controlOf(form: HTMLFormElement, name: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[name="${name}"]:not([type="hidden"]), [data-for="${name}"]`);
}
