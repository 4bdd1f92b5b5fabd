import { WeekNotes } from '../features/approvals/week-notes.tsx';
import { WeekSteps } from '../features/approvals/week-steps.tsx';
import { loadFirstView, WeekPage } from '../features/timesheets/week-page.tsx';
import { GettingStarted } from './getting-started.tsx';
import { WeekCalendar } from './week-calendar.tsx';

/** `/time`: the week, with its way through approval, as a sheet, day by day or on the clock. */
export function TimePage() {
  return (
    <WeekPage Steps={WeekSteps} Notes={WeekNotes} Calendar={WeekCalendar} GettingStarted={GettingStarted} />
  );
}

/** Heard by the router, which draws the page afterwards. */
TimePage.preload = loadFirstView;
