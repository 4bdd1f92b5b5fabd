import { createContext, useContext } from 'react';
import { en, type Strings } from '../strings/en.ts';

const TextContext = createContext<Strings>(en);

/** Gives a catalogue to everything below. */
export const TextProvider = TextContext.Provider;

/** The catalogue of the widget around. */
export function useTexts(): Strings {
  return useContext(TextContext);
}
