import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { BillableBar } from './billable-bar.tsx';

test('one sentence says billable by recorded, and what is missing to the expected time', async () => {
  const screen = await render(<BillableBar billable={1980} nonBillable={300} maximum={2400} />);
  await expect.element(screen.getByText('33:00 of 38:00 billable (86.8 %) · 2:00 to go')).toBeVisible();
  await expect
    .element(screen.getByRole('img', { name: '33:00 billable, 5:00 non-billable, 40:00 expected' }))
    .toBeVisible();
});

test('what is expected and reached is not asked for any more', async () => {
  const screen = await render(<BillableBar billable={2400} nonBillable={60} maximum={2400} />);
  await expect.element(screen.getByText('40:00 of 41:00 billable (97.6 %)', { exact: true })).toBeVisible();
});

test('an empty week has nothing to divide', async () => {
  const screen = await render(<BillableBar billable={0} nonBillable={0} maximum={2400} />);
  await expect.element(screen.getByText('Nothing recorded yet · 40:00 to go')).toBeVisible();
});
