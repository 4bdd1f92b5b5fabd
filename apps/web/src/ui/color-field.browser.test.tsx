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
