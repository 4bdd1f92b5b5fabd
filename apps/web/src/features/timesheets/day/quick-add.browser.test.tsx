import { useRef } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../ui/page.fixture.tsx';
import { QuickAdd, type QuickAddHandle } from './quick-add.tsx';
import type { Day } from './use-day.ts';

const row = {
  projectID: 'p1',
  activityID: null,
  projectName: 'Boat house',
  clientName: null,
  activityName: null,
  isBillable: true,
  color: null,
};
const answers = { 'GET /Projects/Picker': [row], 'GET /Tags': [] };
const added: unknown[] = [];
const day = {
  decimalReading: 'decimal',
  needsComment: false,
  add: (_: unknown, read: unknown) => added.push(read),
} as unknown as Day;

function Page() {
  const line = useRef<QuickAddHandle>(null);
  return (
    <>
      <QuickAdd day={day} ref={line} />
      {['10:00-11:30 ', '13:00-14:00 '].map((gap) => (
        <button key={gap} type="button" onClick={() => line.current?.begin(gap)}>
          Gap {gap}
        </button>
      ))}
    </>
  );
}

test('another gap takes the place of the one that was pressed before it; what is typed stays', async () => {
  const { screen } = await openPage(Page, { answers });
  const line = screen.getByRole('textbox', { name: 'Add time' });
  const [first, second] = [
    screen.getByRole('button', { name: 'Gap 10:00-11:30' }),
    screen.getByRole('button', { name: 'Gap 13:00-14:00' }),
  ];
  await line.fill('Boat house with the crew');
  await first.click();
  await expect.element(line).toHaveValue('10:00-11:30 Boat house with the crew');
  await second.click();
  await second.click();
  await expect.element(line).toHaveValue('13:00-14:00 Boat house with the crew');
  await expect.element(screen.getByText('with the crew', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(line).toHaveValue('');
  expect(added).toMatchObject([{ span: { start: 780, end: 840 }, minutes: 60, comment: 'with the crew' }]);
  // The next line begins anew.
  await line.fill('13:00-14:00 typed by hand');
  await first.click();
  await expect.element(line).toHaveValue('10:00-11:30 13:00-14:00 typed by hand');
});
