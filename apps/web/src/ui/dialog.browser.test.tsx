import { lazy, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './dialog.tsx';
import { DialogToCome } from './typing-ahead.tsx';

function Example() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <Dialog title="Rename" closeLabel="Close" onClose={() => setIsOpen(false)}>
          <input aria-label="Name" />
        </Dialog>
      ) : null}
    </>
  );
}

test('focus goes to the first field, Esc closes, and focus returns to what opened it', async () => {
  const screen = await render(<Example />);
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(screen.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test.each([
  [
    'a question',
    <p key="text">It does not come back.</p>,
    true,
    { name: 'Cancel', described: 'It does not come back.' },
  ],
  [
    'a list with buttons at the foot',
    <ul key="list">
      <li>One</li>
    </ul>,
    true,
    { name: 'Things', described: '' },
  ],
  [
    'something to read',
    <button key="button" type="button">
      Copy
    </button>,
    false,
    { name: 'Things', described: '' },
  ],
])('without a field the focus is not on the X: %s', async (_, children, hasFoot, { name, described }) => {
  const foot = (
    <>
      <button type="button">Cancel</button>
      <button type="button">Remove</button>
    </>
  );
  const screen = await render(
    <Dialog title="Things" closeLabel="Close" onClose={() => {}} footer={hasFoot ? foot : null}>
      {children}
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Things' });
  await expect.element(dialog).toBeVisible();
  expect(document.activeElement?.textContent).toBe(name);
  await expect.element(dialog).toHaveAccessibleDescription(described);
});

test('the control that a dialog names has the focus first, though it has a field and a table', async () => {
  const screen = await render(
    <Dialog
      title="Things"
      closeLabel="Close"
      onClose={() => {}}
      footer={
        <>
          <button type="button">Cancel</button>
          <button type="button" data-first="">
            Fill
          </button>
        </>
      }
    >
      <input type="checkbox" aria-label="All" />
      <table />
    </Dialog>,
  );
  await expect.element(screen.getByRole('button', { name: 'Fill' })).toHaveFocus();
});

/** A dialog from which another one is opened in its place. */
function Two() {
  const [open, setOpen] = useState<'first' | 'second' | null>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen('first')}>
        Open
      </button>
      {open === 'first' ? (
        <Dialog title="First" closeLabel="Close" onClose={() => setOpen(null)}>
          <button type="button" onClick={() => setOpen('second')}>
            On
          </button>
        </Dialog>
      ) : null}
      {open === 'second' ? (
        <Dialog title="Second" closeLabel="Close" onClose={() => setOpen(null)}>
          <input aria-label="Name" />
        </Dialog>
      ) : null}
    </>
  );
}

test('one that leads to another gives the focus back to where the first was opened from', async () => {
  const screen = await render(<Two />);
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await screen.getByRole('button', { name: 'On' }).click();
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

type Closing = { onClose: () => void };

function Renaming({ onClose }: Closing) {
  const [name, setName] = useState('Boat');
  return (
    <Dialog title="Rename" closeLabel="Close" onClose={onClose}>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <output>{name}</output>
    </Dialog>
  );
}

const fetched = Promise.withResolvers<{ default: typeof Renaming }>();
const Coming = lazy(() => fetched.promise);
const heard: string[] = [];

/** A page with keys of its own, over which a dialog opens once it was fetched. */
function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const hear = ({ key, target }: KeyboardEvent) => {
      if (!(target instanceof HTMLInputElement)) heard.push(key);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <DialogToCome label="Rename" onLeave={close}>
        {isOpen ? <Coming onClose={close} /> : null}
      </DialogToCome>
    </>
  );
}

test('what is typed while it is fetched stands in its first field and is no key of the page', async () => {
  const screen = await render(<Opener />);
  const button = screen.getByRole('button', { name: 'Open' });
  await button.click();
  await userEvent.keyboard('left behind{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click();
  await userEvent.keyboard('house');
  fetched.resolve({ default: Renaming });
  const field = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveValue('Boathouse');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Boathouse');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{End}s');
  await expect.element(field).toHaveValue('Boathouses');
  expect(heard).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click();
  await expect.element(field).toHaveValue('Boat');
});
