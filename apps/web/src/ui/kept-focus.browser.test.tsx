import { type ReactNode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './dialog.tsx';
import { keepFocus } from './kept-focus.ts';

function Kept({ children }: { children: ReactNode }) {
  useEffect(keepFocus, []);
  return <main>{children}</main>;
}

function Rows() {
  const [names, setNames] = useState(['Ada', 'Grace', 'Mary']);
  return (
    <Kept>
      <ul aria-label="People">
        {names.map((name) => (
          <li key={name}>
            {name}
            <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </Kept>
  );
}

test('the row that follows takes the place of one that is removed, and Tab goes on in it', async () => {
  const screen = await render(<Rows />);
  screen.getByRole('button', { name: 'Remove Grace' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Mary' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Remove Mary' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('list')).toHaveFocus();
});

function Toggle() {
  const [isRunning, setIsRunning] = useState(false);
  return (
    <Kept>
      <section aria-label="Timer">
        <button key={String(isRunning)} type="button" onClick={() => setIsRunning(!isRunning)}>
          {isRunning ? 'Stop' : 'Start'}
        </button>
      </section>
    </Kept>
  );
}

test('a control that stands in its place is not given the next key', async () => {
  const screen = await render(<Toggle />);
  screen.getByRole('button', { name: 'Start' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const timer = screen.getByRole('region', { name: 'Timer' });
  await expect.element(timer).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toHaveFocus();
  await expect.element(timer).not.toHaveAttribute('tabindex');
});

function Pages() {
  const [page, setPage] = useState('Lines');
  return (
    <Kept>
      <h1>Report</h1>
      <article key={page} aria-label={page}>
        <button type="button" onClick={() => setPage('Entries')}>
          7:30
        </button>
      </article>
    </Kept>
  );
}

test('what replaces a part of the page has the focus', async () => {
  const screen = await render(<Pages />);
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('article', { name: 'Entries' })).toHaveFocus();
});

function Saving() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Kept>
      <button type="button" disabled={isBusy} onClick={() => setIsBusy(true)}>
        Save
      </button>
      <p onPointerEnter={() => setIsBusy(false)}>Saved</p>
    </Kept>
  );
}

test('a button that is disabled while it works has it back afterwards', async () => {
  const screen = await render(<Saving />);
  const save = screen.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.poll(() => document.activeElement).toBe(document.body);
  await screen.getByText('Saved').hover();
  await expect.element(save).toHaveFocus();
});

function Blank() {
  const [count, setCount] = useState(0);
  return (
    <Kept>
      <input aria-label="Name" />
      <p onPointerUp={() => setCount(count + 1)}>Pressed {count}</p>
    </Kept>
  );
}

test('who presses where nothing is wants the focus nowhere', async () => {
  const screen = await render(<Blank />);
  const field = screen.getByLabelText('Name');
  await field.click();
  await screen.getByText('Pressed 0').click();
  await screen.getByText('Pressed 1').click();
  await expect.element(screen.getByText('Pressed 2')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

function Asked() {
  const [names, setNames] = useState(['Ada', 'Grace']);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Kept>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAsked(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {asked ? (
        <Dialog
          title={`Remove ${asked}?`}
          closeLabel="Close"
          onClose={() => setAsked(null)}
          footer={
            <button
              type="button"
              onClick={() => {
                setNames(names.filter((each) => each !== asked));
                setAsked(null);
              }}
            >
              Yes
            </button>
          }
        >
          For good.
        </Dialog>
      ) : null}
    </Kept>
  );
}

test('after a dialog that removed what had opened it, the row that follows has the focus', async () => {
  const screen = await render(<Asked />);
  await screen.getByRole('button', { name: 'Remove Ada' }).click();
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Grace' })).toHaveFocus();
});

function Late() {
  const [isKept, setIsKept] = useState(false);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <p onPointerEnter={() => setIsKept(true)}>{isKept ? 'Kept' : 'Not yet'}</p>
      {isKept ? <Kept>Now</Kept> : null}
      <section aria-label="Hint">
        {isOpen ? (
          <button type="button" onClick={() => setIsOpen(false)}>
            Dismiss
          </button>
        ) : (
          'Gone'
        )}
      </section>
    </main>
  );
}

test('what had the focus before it was kept counts as well', async () => {
  const screen = await render(<Late />);
  screen.getByRole('button', { name: 'Dismiss' }).element().focus();
  await screen.getByText('Not yet').hover();
  await expect.element(screen.getByText('Kept')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('region', { name: 'Hint' })).toHaveFocus();
});
