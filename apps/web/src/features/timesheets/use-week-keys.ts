import { addWeeks } from '@stint/domain/time/week.ts';
import { useEffect } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

export type WeekKeys = { weekEnd: string; go: (weekEnd: string | null) => void; add: () => void };

/** `[` and `]` change the week, `T` leads to this one, `N` adds a row. */
export function useWeekKeys({ weekEnd, go, add }: WeekKeys): void {
  useEffect(() => {
    const keys: Record<string, () => void> = {
      '[': () => go(addWeeks(weekEnd, -1)),
      ']': () => go(addWeeks(weekEnd, 1)),
      t: () => go(null),
      n: add,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
