import { type SlugProblem, slugProblem } from '@stint/domain/workspace/slug.ts';
import { useEffect, useState } from 'react';
import { readAvailability } from '../../entities/workspace.ts';
import type { Session } from '../../lib/session.ts';

export type Availability =
  | { status: 'idle' | 'checking' }
  | { status: 'free' }
  | { status: 'problem'; problem: SlugProblem | 'taken'; suggestions: string[] };

const PAUSE_MILLISECONDS = 250;

/** Whether an address is free, asked while one types; what the browser can see itself is said at once. */
export function useAvailability({ call }: Session, slug: string): Availability {
  const [state, setState] = useState<Availability>({ status: 'idle' });
  useEffect(() => {
    const problem = slugProblem(slug);
    if (problem) {
      setState(problem === 'empty' ? { status: 'idle' } : { status: 'problem', problem, suggestions: [] });
      return;
    }
    setState({ status: 'checking' });
    const stop = new AbortController();
    const timer = setTimeout(() => {
      readAvailability(call, slug, stop.signal)
        .then(({ isAvailable, problem: found, suggestions }) => {
          if (stop.signal.aborted) return;
          setState(
            isAvailable ? { status: 'free' } : { status: 'problem', problem: found ?? 'taken', suggestions },
          );
        })
        // Creating asks again; a failed look is no reason to stop.
        .catch(() => !stop.signal.aborted && setState({ status: 'idle' }));
    }, PAUSE_MILLISECONDS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [call, slug]);
  return state;
}
