import { useCallback, useEffect, useRef, useState } from 'react';

export type AsyncState<Value> =
  | { status: 'loading' }
  | { status: 'done'; value: Value }
  | { status: 'failed'; error: unknown };

/** Runs a load when the page opens, and again on `reload`. For pages without a query cache. */
export function useLoad<Value>(load: () => Promise<Value>): AsyncState<Value> & { reload: () => void } {
  const [state, setState] = useState<AsyncState<Value>>({ status: 'loading' });
  const latest = useRef(load);
  latest.current = load;
  const run = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      setState({ status: 'done', value: await latest.current() });
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }, []);
  useEffect(() => void run(), [run]);
  return { ...state, reload: () => void run() };
}

/** Runs work on demand, one at a time, and keeps what went wrong. */
export function useSubmit(work: () => Promise<void>): {
  isBusy: boolean;
  error: unknown;
  submit: () => void;
} {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const submit = async () => {
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(thrown);
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, error, submit: () => void submit() };
}
