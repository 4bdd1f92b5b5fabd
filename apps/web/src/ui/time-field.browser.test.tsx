import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ownFormats, writeAs } from '../lib/formats.ts';
import { Field } from './field.tsx';
import { MomentField, TimeInput } from './time-field.tsx';

function OneTime() {
  const [value, setValue] = useState('');
  return (
    <Field label="From">
      <TimeInput value={value} onChange={setValue} />
    </Field>
  );
}

function OneMoment({ first, onValue }: { first: string; onValue: (value: string) => void }) {
  const [value, setValue] = useState(first);
  const change = (next: string) => {
    setValue(next);
    onValue(next);
  };
  return <MomentField label="Started" error={null} value={value} onChange={change} />;
}

function writing(timeFormat: 'h12' | 'h23'): void {
  const before = ownFormats();
  writeAs({ ...before, timeFormat });
  onTestFinished(() => writeAs(before));
}

test.each([
  ['h23', '9', '09:00'],
  ['h23', '930', '09:30'],
  ['h23', '9:30 pm', '21:30'],
  ['h23', '17h15', '17:15'],
  ['h12', '930', '9:30 AM'],
  ['h12', '21:30', '9:30 PM'],
  ['h12', '12am', '12:00 AM'],
] as const)('with %s, %s that is typed is written %s when the field is left', async (way, typed, shown) => {
  writing(way);
  const screen = await render(<OneTime />);
  await userEvent.tab();
  await userEvent.keyboard(typed);
  const field = screen.getByRole('textbox', { name: 'From' });
  await expect.element(field).toHaveValue(typed);
  await userEvent.tab();
  await expect.element(field).toHaveValue(shown);
});

test('what is no time stays as it was typed', async () => {
  const screen = await render(<OneTime />);
  await userEvent.tab();
  await userEvent.keyboard('25:10');
  await userEvent.tab();
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toHaveValue('25:10');
});

test('a moment is a group of a day and a time, each by its name', async () => {
  writing('h12');
  const values: string[] = [];
  const screen = await render(<OneMoment first="2026-11-22T21:05" onValue={(value) => values.push(value)} />);
  const group = screen.getByRole('group', { name: 'Started' });
  const time = group.getByRole('textbox', { name: 'Time' });
  await expect.element(time).toHaveValue('9:05 PM');
  await expect.element(group.getByLabelText('Day')).toHaveValue('2026-11-22');
  await time.fill('8');
  expect(values.at(-1)).toBe('2026-11-22T08:00');
  await time.fill('25 o’clock');
  expect(values.at(-1)).toBe('2026-11-22T');
  await expect.element(time).toHaveAccessibleDescription('Enter a time such as 9:30, 930 or 9:30 pm.');
  await time.fill('6:45 pm');
  expect(values.at(-1)).toBe('2026-11-22T18:45');
  await group.getByLabelText('Day').fill('2026-11-21');
  expect(values.at(-1)).toBe('2026-11-21T18:45');
});

test('the end of a day stays its end where twelve hours are written', async () => {
  writing('h12');
  const values: string[] = [];
  const screen = await render(<OneMoment first="2026-11-22T21:05" onValue={(value) => values.push(value)} />);
  const time = screen.getByRole('textbox', { name: 'Time' });
  await time.fill('24:00');
  await userEvent.tab();
  await expect.element(time).not.toHaveFocus();
  await expect.element(time).toHaveValue('24:00');
  expect(values.at(-1)).toBe('2026-11-22T24:00');
});
