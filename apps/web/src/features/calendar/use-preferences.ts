import { useState } from 'react';

/** How somebody likes the calendar, kept on this device. */
export type Preferences = {
  /** Minutes of a step of the grid. */
  step: Step;
  /** Clock minutes at which the working day begins; it lasts as long as is expected. */
  dayBegins: number;
};

export type Step = 15 | 30 | 60;
export const steps: readonly Step[] = [15, 30, 60];

const standard: Preferences = { step: 30, dayBegins: 9 * 60 };

export function usePreferences(teamMemberID: string) {
  const key = `stint.calendar.${teamMemberID}`;
  const [kept, setKept] = useState(() => read(key));
  const change = (part: Partial<Preferences>) => {
    const next = { ...kept, ...part };
    localStorage.setItem(key, JSON.stringify(next));
    setKept(next);
  };
  return [kept, change] as const;
}

function read(key: string): Preferences {
  try {
    const { step, dayBegins } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    const isHour = Number.isInteger(dayBegins) && Number(dayBegins) >= 0 && Number(dayBegins) < 24 * 60;
    return {
      step: steps.find((each) => each === step) ?? standard.step,
      dayBegins: isHour ? Number(dayBegins) : standard.dayBegins,
    };
  } catch {
    return standard;
  }
}
