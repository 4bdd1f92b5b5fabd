import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inTurn, later, openPage } from '../../ui/page.fixture.tsx';
import { RowPicker } from './row-picker.tsx';

const row = {
  projectID: 'p1',
  projectName: 'Boat house',
  clientName: 'Harbour',
  color: null,
  activityID: 'a1',
  activityName: 'Design',
  isBillable: true,
  isFavourite: false,
  lastUsedDate: '2026-11-20',
};

/** Opens and closes the search, and says what was picked. */
function Example() {
  const [isOpen, setIsOpen] = useState(false);
  const [picked, setPicked] = useState('');
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Toggle
      </button>
      {isOpen ? (
        <RowPicker
          onPick={({ projectName }) => setPicked(projectName)}
          onCreate={(name) => setPicked(`new ${name}`)}
        />
      ) : null}
      <output>{picked}</output>
    </>
  );
}

test('rows show at once, with what was used since it was open last; Enter takes the first', async () => {
  const { screen } = await openPage(Example, {
    answers: { 'GET /Projects/Picker': inTurn([], [row]) },
  });
  await screen.getByRole('button', { name: 'Toggle' }).click();
  await expect
    .element(screen.getByText('There is no project yet. Type the name of the first one.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Toggle' }).click();
  await screen.getByRole('button', { name: 'Toggle' }).click();
  await expect.element(screen.getByRole('option', { name: 'Boat house · Design Harbour' })).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Project, activity or client' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Boat house');
});

test('a name that is not there becomes a new project', async () => {
  const { screen } = await openPage(Example, { answers: { 'GET /Projects/Picker': [row] } });
  await screen.getByRole('button', { name: 'Toggle' }).click();
  await screen.getByRole('combobox').fill('Crane');
  await screen.getByRole('option', { name: 'Create project “Crane”' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('new Crane');
});

test('Enter before the answer takes what was typed, and no neighbour that is here already', async () => {
  const piers = Array.from({ length: 100 }, (_, n) => ({
    ...row,
    projectID: `p${n}`,
    projectName: `Pier ${170 + n}`,
  }));
  const found = later<(typeof row)[]>();
  const { screen, asked } = await openPage(Example, {
    answers: { 'GET /Projects/Picker': ({ query }) => (query['q'] ? found.answer : piers) },
  });
  await screen.getByRole('button', { name: 'Toggle' }).click();
  await expect.element(screen.getByRole('option', { name: /^Pier 170/ })).toBeVisible();
  await screen.getByRole('combobox').fill('Pier 1700');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked.some(({ query }) => query['q'] === 'Pier 1700')).toBe(true);
  expect(screen.getByRole('status').element().textContent).toBe('');
  found.give([{ ...row, projectID: 'far', projectName: 'Pier 1700' }]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Pier 1700');
});
