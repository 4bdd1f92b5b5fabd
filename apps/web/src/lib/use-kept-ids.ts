import { useState } from 'react';
import { createKeptIds, type KeptIds } from './kept-ids.ts';

/** Ids of what a form makes, for as long as it is open. */
export function useKeptIds(): KeptIds {
  return useState(createKeptIds)[0];
}
