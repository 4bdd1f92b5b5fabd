import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Combobox } from './combobox.tsx';
import { Dialog } from './dialog.tsx';
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
  await expect.element(box).toHaveFocus();
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

test('in a dialog that opens with it, what it shows at once lies above the dialog', async () => {
  const labels = { create: String, nothing: 'Nothing', clear: 'Clear' };
  const screen = await render(
    <Dialog title="Add a row" closeLabel="Close" onClose={() => {}}>
      <Combobox options={options} value={null} onChange={() => {}} labels={labels} autoFocus opensAtOnce />
    </Dialog>,
  );
  const field = screen.getByRole('combobox');
  await expect.element(field).toHaveFocus();
  const first = screen.getByRole('option', { name: /^Website/ }).element();
  const { left, top, width, height } = first.getBoundingClientRect();
  expect(first.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
  expect(top).toBeGreaterThan(field.element().getBoundingClientRect().bottom);
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

test('options that come while one moves through the list do not change which one is chosen', async () => {
  const chosen: (string | null)[] = [];
  const example = (more: typeof options) => (
    <Field label="Project">
      <Combobox
        options={[...more, ...options]}
        value={null}
        onChange={(id) => chosen.push(id)}
        labels={{ create: String, nothing: 'Nothing', clear: 'Clear' }}
        opensAtOnce
        autoFocus
      />
    </Field>
  );
  const screen = await render(example([]));
  await userEvent.keyboard('{ArrowDown}');
  await screen.rerender(example([{ id: '3', label: 'Ferry website', detail: 'Tidewater' }]));
  await expect.element(screen.getByRole('option', { name: /^Ferry website/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['2']);
});

test('what is typed stays while another window is in front', async () => {
  const screen = await render(<Example />);
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('ferr');
  // The window loses the focus, the field keeps it within its page.
  box.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await expect.element(box).toHaveValue('ferr');
  await expect.element(screen.getByRole('option', { name: /^Ferry app/ })).toBeVisible();
  await userEvent.tab();
  await expect.element(box).toHaveValue('');
});

test('Enter waits for options that are still to come, and takes none that is only spelt nearly so', async () => {
  const chosen: (string | null)[] = [];
  let sent = 0;
  const example = (isSearching: boolean, more: typeof options) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Field label="Project">
        <Combobox
          options={[...options, ...more]}
          value={null}
          onChange={(id) => chosen.push(id)}
          isSearching={isSearching}
          labels={{ create: String, nothing: 'Nothing found', clear: 'Clear', searching: 'Searching' }}
        />
      </Field>
    </form>
  );
  const screen = await render(example(true, []));
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('websits');
  await expect.element(screen.getByText('Searching')).toBeVisible();
  expect(screen.getByRole('option').elements()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await screen.rerender(example(false, []));
  await expect.element(screen.getByRole('option', { name: /^Website/ })).toBeVisible();
  expect([chosen, sent]).toEqual([[], 0]);
  await screen.rerender(example(true, []));
  await box.fill('websites');
  await userEvent.keyboard('{Enter}');
  await screen.rerender(example(false, [{ id: '3', label: 'Websites', detail: 'Tidewater' }]));
  await expect.poll(() => chosen).toEqual(['3']);
  expect(sent).toBe(0);
});

test('that more is still to come is said below what is there already', async () => {
  const example = (isSearching: boolean) => (
    <Field label="Project">
      <Combobox
        options={options}
        value={null}
        onChange={() => {}}
        isSearching={isSearching}
        labels={{ create: String, nothing: 'Nothing found', clear: 'Clear', searching: 'Searching' }}
      />
    </Field>
  );
  const screen = await render(example(true));
  await screen.getByRole('combobox', { name: 'Project' }).fill('web');
  await expect.element(screen.getByRole('option', { name: /^Website/ })).toBeVisible();
  await expect.element(screen.getByText('Searching')).toBeVisible();
  await screen.rerender(example(false));
  await expect.element(screen.getByText('Searching')).not.toBeInTheDocument();
});

test('what one moved to is taken at once, whatever is still to come', async () => {
  const chosen: (string | null)[] = [];
  const screen = await render(
    <Field label="Project">
      <Combobox
        options={options}
        value={null}
        onChange={(id) => chosen.push(id)}
        isSearching
        labels={{ create: String, nothing: 'Nothing found', clear: 'Clear' }}
      />
    </Field>,
  );
  await screen.getByRole('combobox', { name: 'Project' }).fill('e');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual(['2']);
});

test('a form that hears what is typed and not chosen keeps it in sight when focus leaves', async () => {
  let unchosen = '';
  const screen = await render(
    <Field label="Project">
      <Combobox
        options={options}
        value={null}
        onChange={() => {}}
        onUnchosen={(text) => {
          unchosen = text;
        }}
        labels={{ create: String, nothing: 'Nothing found', clear: 'Clear' }}
      />
    </Field>,
  );
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('ferr');
  await userEvent.tab();
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await expect.element(box).toHaveValue('ferr');
  expect(unchosen).toBe('ferr');
  await box.click();
  await screen.getByRole('option', { name: /^Ferry app/ }).click();
  expect(unchosen).toBe('');
});
