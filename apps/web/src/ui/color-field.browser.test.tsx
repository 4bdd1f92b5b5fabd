import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ColorField } from './color-field.tsx';

test('colours are called by their names', async () => {
  const screen = await render(<ColorField label="Colour" value="#138947" onChange={() => {}} />);
  await expect.element(screen.getByRole('radio', { name: 'Green' })).toBeChecked();
  const names = screen
    .getByRole('radio')
    .elements()
    .map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual(['Purple', 'Blue', 'Green', 'Amber', 'Red', 'Teal', 'Pink', 'Grey']);
});

test('a colour that is none of them is shown, and can be chosen again', async () => {
  const chosen: string[] = [];
  const field = (value: string) => (
    <ColorField label="Colour" value={value} onChange={(color) => chosen.push(color)} />
  );
  const screen = await render(field('#4C5C96'));
  await expect.element(screen.getByRole('radio', { name: 'Its own' })).toBeChecked();
  await screen.rerender(field('#138947'));
  await expect.element(screen.getByRole('radio', { name: 'Green' })).toBeChecked();
  await screen.getByRole('radio', { name: 'Its own' }).click({ force: true });
  expect(chosen).toEqual(['#4C5C96']);
});
