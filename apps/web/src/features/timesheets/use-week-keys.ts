import { addWeeks } from '@stint/domain/time/week.ts';
import { useEffect } from 'react';
import { isTyping } from '../../lib/is-typing.ts';
import { type TimeView, timeViews } from './time-view.ts';

export type WeekKeys = {
  weekEndDate: string;
  go: { week: (weekEndDate: string | null) => void; view: (view: TimeView) => void };
  add: () => void;
};

/** `[` and `]` change the week, `T` leads to this one, `N` adds a row; `D`, `W` and `M` change the view. */
export function useWeekKeys({ weekEndDate, go, add }: WeekKeys): void {
  useEffect(() => {
    const keys: Record<string, () => void> = {
      '[': () => go.week(addWeeks(weekEndDate, -1)),
      ']': () => go.week(addWeeks(weekEndDate, 1)),
      t: () => go.week(null),
      n: add,
      ...Object.fromEntries(timeViews.map(({ view, key }) => [key.toLowerCase(), () => go.view(view)])),
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
