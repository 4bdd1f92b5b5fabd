import { createContext, useContext, useId } from 'react';

const PrefixContext = createContext('');

/** Tells apart the ids of widgets in trees of their own: Preact counts them anew in each. */
export const IdPrefixProvider = PrefixContext.Provider;

/** An id that is unique in the page. */
export function usePartId(): string {
  return useContext(PrefixContext) + useId();
}
