import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { containerClass, type Theme, themeProperties } from './theme.ts';

/** Without a page there is nothing to lay out, and React would warn. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Sets the custom properties of a theme on an element by script, as a strict content policy forbids style attributes. */
export function useThemeProperties(root: RefObject<HTMLElement | null>, theme: Theme): void {
  const text = JSON.stringify(themeProperties(theme));
  useLayout(() => {
    const style = root.current?.style;
    const properties = Object.entries(JSON.parse(text) as Record<string, string>);
    for (const [name, value] of properties) style?.setProperty(name, value);
    return () => {
      for (const [name] of properties) style?.removeProperty(name);
    };
  }, [root, text]);
}

/**
 * The container class of an element, by its measured width. Measured when the browser lays out anyway: asking for
 * the width before that costs a layout of its own, on a slow telephone a tenth of the time to the first form.
 */
export function useContainerClass(root: RefObject<HTMLElement | null>): string {
  const [name, setName] = useState('latchkey-container-medium');
  useLayout(() => {
    const element = root.current;
    return element && typeof ResizeObserver !== 'undefined' ? observeWidth(element, setName) : undefined;
  }, [root]);
  return name;
}

/** Tells the class for the width of an element whenever it changes, in the same frame, so that no other one is painted. */
function observeWidth(element: HTMLElement, tell: (name: string) => void): () => void {
  let shown = '';
  let frame = 0;
  const observer = new ResizeObserver(() => {
    const name = containerClass(element.getBoundingClientRect().width);
    if (name === shown) return;
    shown = name;
    // The class changes the height: watched on, the browser would report a loop as an error of the page.
    observer.disconnect();
    flushSync(() => tell(name));
    frame = requestAnimationFrame(() => observer.observe(element));
  });
  observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
