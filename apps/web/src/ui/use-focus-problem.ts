import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** After a try that failed: to the first field that is wrong, else to the words about the whole form; never left on the button. */
export function useFocusProblem(form: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusProblem(form.current);
    wasBusy.current = isBusy;
  }, [form, isBusy]);
}

/** Where nothing is sent: shows what is wrong and leads to it at once. */
export function showProblem(form: HTMLElement | null, show: () => void): void {
  flushSync(show);
  focusProblem(form);
}

function focusProblem(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  (wrong ?? form?.querySelector<HTMLElement>('[role=alert]'))?.focus();
}
