import { WeekNotes } from '../features/approvals/week-notes.tsx';
import { WeekSteps } from '../features/approvals/week-steps.tsx';
import { WeekPage } from '../features/timesheets/week-page.tsx';

/** `/time`: the week, with its way through approval. */
export function TimePage() {
  return <WeekPage Steps={WeekSteps} Notes={WeekNotes} />;
}
