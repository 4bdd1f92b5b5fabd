import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { BillableBar } from './billable-bar.tsx';

const labels = { billable: 'Billable', nonBillable: 'Non-billable', of: (total: string) => `of ${total}` };

test('both parts show minutes and percentages to one decimal against the maximum', async () => {
  const screen = await render(
    <BillableBar billable={1980} nonBillable={300} maximum={2400} labels={labels} format={String} />,
  );
  const [billable, nonBillable, maximum] = screen.getByRole('listitem').elements();
  expect(billable?.textContent).toBe('Billable 1980 82.5%');
  expect(nonBillable?.textContent).toBe('Non-billable 300 12.5%');
  expect(maximum?.textContent).toBe('of 2400');
});

test('an empty week is 0.0% of both', async () => {
  const screen = await render(
    <BillableBar billable={0} nonBillable={0} maximum={0} labels={labels} format={String} />,
  );
  expect(
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Billable 0 0.0%', 'Non-billable 0 0.0%']);
});
