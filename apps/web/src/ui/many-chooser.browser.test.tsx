import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ManyChooser } from './many-chooser.tsx';

const options = ['Design', 'Review', 'Travel'].map((label) => ({ id: label, label }));

function Example() {
  const [values, setValues] = useState<string[]>([]);
  return <ManyChooser label="Activities" options={options} values={values} onChange={setValues} />;
}

test('several are chosen and taken out again by the keyboard alone, which never loses its place', async () => {
  const screen = await render(<Example />);
  const field = screen.getByRole('combobox', { name: 'Activities' });
  await userEvent.tab();
  await userEvent.keyboard('Des{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Take out Design' })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('Rev{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Take out Review' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Take out Design' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Take out Review' })).toBeVisible();
  await expect.element(field).toHaveFocus();
});
