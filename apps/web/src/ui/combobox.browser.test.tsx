import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';

const options = [
  { id: '1', label: 'Website', detail: 'Acme' },
  { id: '2', label: 'Ferry app', detail: 'Northline' },
];

function Example({ onCreate }: { onCreate?: (name: string) => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Field label="Project">
      <Combobox
        options={options}
        value={value}
        onChange={setValue}
        {...(onCreate ? { onCreate } : {})}
        labels={{ create: (name) => `Create ${name}`, nothing: 'Nothing found', clear: 'Clear' }}
      />
    </Field>
  );
}

test('typing narrows the list and Enter takes the first', async () => {
  const screen = await render(<Example />);
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('north');
  await expect.element(screen.getByRole('option', { name: /^Ferry app/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('Ferry app');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
});

test('a missing name can be created, an existing one cannot be made twice', async () => {
  const created: string[] = [];
  const screen = await render(<Example onCreate={(name) => created.push(name)} />);
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('website');
  await expect.element(screen.getByRole('option', { name: 'Create website' })).not.toBeInTheDocument();
  await box.fill('Harbour');
  await screen.getByRole('option', { name: 'Create Harbour' }).click();
  expect(created).toEqual(['Harbour']);
});

test('Esc closes the list and keeps the choice; clearing takes it back', async () => {
  const screen = await render(<Example />);
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(box).toHaveValue('Ferry app');
  await box.fill('x');
  await expect.element(screen.getByText('Nothing found')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(box).toHaveValue('Ferry app');
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(box).toHaveValue('');
});

test('a search that is opened to choose shows what there is at once; long names that begin alike can be told apart', async () => {
  const beginning = 'Renewal of the northern harbour wall between pier four and pier nine';
  const long = ['first lot', 'second lot'].map((end) => ({ id: end, label: `${beginning}, ${end}` }));
  let left = 0;
  const screen = await render(
    <div style={{ width: 420 }}>
      <Combobox
        options={long}
        value={null}
        onChange={() => {}}
        onLeave={() => {
          left += 1;
        }}
        labels={{ create: String, nothing: 'Nothing', clear: 'Clear' }}
        heading="Recent first"
        placeholder="Find"
        autoFocus
        opensAtOnce
      />
    </div>,
  );
  await expect.element(screen.getByText('Recent first')).toBeVisible();
  const rows = screen.getByRole('option').elements();
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    const label = row.firstElementChild as HTMLElement;
    expect(label.scrollHeight).toBeLessThanOrEqual(label.clientHeight + 1);
  }
  await userEvent.keyboard('{Escape}');
  expect(left).toBe(1);
});

test('no box around it cuts the list off: all of it can be reached with the pointer', async () => {
  const screen = await render(
    <div style={{ height: 90, overflow: 'hidden' }}>
      <Example />
    </div>,
  );
  await screen.getByRole('combobox', { name: 'Project' }).click();
  const last = screen.getByRole('option', { name: /^Ferry app/ });
  await expect.element(last).toBeVisible();
  const { left, top, width, height } = last.element().getBoundingClientRect();
  const under = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(last.element().contains(under)).toBe(true);
  await last.click();
  await expect.element(screen.getByRole('combobox', { name: 'Project' })).toHaveValue('Ferry app');
});

test('Enter where nothing is found does not send the form around', async () => {
  let sent = 0;
  const screen = await render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Example />
      <button type="submit">Save</button>
    </form>,
  );
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('zzz');
  await expect.element(screen.getByText('Nothing found')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('zzz');
  expect(sent).toBe(0);
  await userEvent.keyboard('{Escape}{Enter}');
  expect(sent).toBe(1);
});
