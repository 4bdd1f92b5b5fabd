import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
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

/** The container class of an element, by its measured width (spec 9). */
export function useContainerClass(root: RefObject<HTMLElement | null>): string {
  const [name, setName] = useState('latchkey-container-medium');
  useLayout(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => setName(containerClass(element.getBoundingClientRect().width));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  return name;
}
