import { type RefObject, useEffect, useRef } from 'react';
import { isLost } from '../../ui/focus-return.ts';
import type { LinePart } from './report-view.ts';

/** Names a figure of a report by the groups of its line, for whoever comes back to it. */
export const figureName = (keys: readonly (string | null)[]) => JSON.stringify(keys);

/** The focus goes with whoever presses a figure to its entries, and back to that figure. @returns what both are drawn in */
export function useFigureFocus(isList: boolean, at: readonly LinePart[]): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const entries = useRef(isList ? at : null);
  useEffect(() => {
    const was = entries.current;
    entries.current = isList ? at : null;
    if ((was !== null) === isList || !isLost()) return;
    const figure = figureName((was ?? []).map(({ key }) => key));
    const wanted = isList ? '[data-entries]' : `[data-figure="${CSS.escape(figure)}"]`;
    page.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [isList, at]);
  return page;
}
