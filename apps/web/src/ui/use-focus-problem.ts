import { type RefObject, useEffect, useRef } from 'react';

/** After a try that failed: to the first field that is wrong, else to the words about the whole form; never left on the button. */
export function useFocusProblem(form: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusProblem(form.current);
    wasBusy.current = isBusy;
  }, [form, isBusy]);
}

function focusProblem(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  (wrong ?? form?.querySelector<HTMLElement>('[role=alert]'))?.focus();
}
