import { createContext, useContext } from 'react';
import type { ViewError } from '../machine/types.ts';

/** What was refused, and the element that says so. */
export interface ShownRefusal {
  error: ViewError | null;
  boxId: string;
}

const RefusalContext = createContext<ShownRefusal>({ error: null, boxId: '' });

/** Tells the forms below what was refused. */
export const RefusalProvider = RefusalContext.Provider;

/** What was refused of the form that is shown. */
export function useRefusal(): ShownRefusal {
  return useContext(RefusalContext);
}
