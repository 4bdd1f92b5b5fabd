import { calendarAxis } from '@stint/domain/time/calendar-axis.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { expect, test } from 'vitest';
import { openPage } from '../../ui/page.fixture.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { emptyDraft } from './slot.tsx';

const axis = calendarAxis(weekDays('2026-11-22'), 'Europe/Zurich');
const draft = { ...emptyDraft('e1', '2026-11-16'), minutes: 60 };
const saved: unknown[] = [];

function Page() {
  return (
    <EntryPanel
      draft={draft}
      axis={axis}
      locks={axis.days.map(() => null)}
      lock={null}
      onSave={(edit) => saved.push(edit)}
      onRemove={undefined}
      onClose={() => {}}
    />
  );
}

test('without a project it says so and leads there', async () => {
  const { screen } = await openPage(Page, { answers: { 'GET /Projects/Picker': [], 'GET /Tags': [] } });
  await screen.getByRole('textbox', { name: 'Comment' }).fill('Caulking');
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  const work = screen.getByRole('combobox').first();
  await expect.element(work).toHaveAttribute('aria-invalid', 'true');
  await expect.element(work).toHaveFocus();
  await expect.element(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Caulking');
  expect(saved).toEqual([]);
});
