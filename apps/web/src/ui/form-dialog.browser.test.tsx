import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSubmit } from '../lib/use-async.ts';
import { ConflictChoice, type ConflictChoiceProps, saveLabel } from './conflict-choice.tsx';
import { Field, Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import '../styles/base.css';

/** A form that takes no empty name, and whose saving fails. */
function Example() {
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(name === '');
    if (name === '') return;
    throw new Error('The name is taken.');
  });
  return (
    <FormDialog
      title="Add"
      submitLabel="Create"
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={() => {}}
    >
      <Field label="Colour">
        <Input />
      </Field>
      <Field label="Name" error={isMissing ? 'Enter a name.' : null}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

test('after a try the focus is on the field that is wrong, else on the words about the whole form', async () => {
  const screen = await render(<Example />);
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await screen.getByLabelText('Name').fill('Pier');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByRole('alert')).toHaveFocus();
});

/** More fields than a dialog has room for. */
const manyFields = Array.from({ length: 30 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they never change
  <Field key={index} label={`Field ${index}.`}>
    <Input />
  </Field>
));

/** A long form whose saving meets a colleague's. */
function Disputed() {
  const [choice, setChoice] = useState<ConflictChoiceProps | null>(null);
  const { isBusy, error, submit } = useSubmit(async () => {
    const field = { label: 'Field 29.', mine: 'Pier', theirs: 'Mole', isTheirs: false };
    setChoice({
      fields: [{ ...field, onMine: () => {}, onTheirs: () => {} }],
      taken: [],
      onTheirs: () => {},
    });
    throw new Error('Somebody changed this in the meantime.');
  });
  return (
    <FormDialog
      title="Edit"
      submitLabel={choice ? saveLabel(choice.fields) : 'Save'}
      isBusy={isBusy}
      error={error}
      choice={choice}
      onSubmit={submit}
      onClose={() => {}}
    >
      {manyFields}
    </FormDialog>
  );
}

test('of a long form that a colleague was faster with, what there is to choose is in sight beside what saves it', async () => {
  const screen = await render(<Disputed />);
  await screen.getByLabelText('Field 29.').fill('Pier');
  await screen.getByRole('button', { name: 'Save' }).click();
  const choice = screen.getByRole('region', { name: 'Changed by somebody else' });
  await expect.element(screen.getByRole('alert')).toHaveFocus();
  const { top, bottom } = choice.element().getBoundingClientRect();
  const body = screen.getByRole('dialog').element().querySelector('form')?.parentElement;
  const shown = body?.getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(Number(shown?.top));
  expect(bottom).toBeLessThanOrEqual(Number(shown?.bottom));
});

test('the buttons of a choice name the value that each of them keeps, and several only as what they are', async () => {
  const field = { label: 'Name', mine: 'Pier', theirs: 'Mole', isTheirs: false, onMine() {}, onTheirs() {} };
  const rest = { taken: [], onMine() {}, onTheirs() {} };
  const long = {
    ...field,
    label: 'Address',
    theirs: 'A mole that is much longer than\nany button should be',
  };
  const screen = await render(
    <>
      <ConflictChoice {...rest} fields={[field]} />
      <ConflictChoice {...rest} fields={[{ ...field, isTheirs: true }]} />
      <ConflictChoice {...rest} fields={[long]} />
      <ConflictChoice {...rest} fields={[field, long]} />
    </>,
  );
  const names = screen
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Save “Pier”',
    'Take “Mole”',
    'Save “Mole”',
    'Take “Mole”',
    'Save “Pier”',
    'Take “A mole that is much longer than …”',
    'Save as chosen',
    'Take all of theirs',
  ]);
});

test('of a form that is longer than its dialog the buttons are in sight, and never over what has the focus', async () => {
  const screen = await render(
    <FormDialog
      title="Add"
      submitLabel="Create"
      isBusy={false}
      error={null}
      onSubmit={() => {}}
      onClose={() => {}}
    >
      {manyFields}
    </FormDialog>,
  );
  const edgeOf = (element: Element | null | undefined) => element?.getBoundingClientRect();
  const bar = screen.getByRole('button', { name: 'Create' }).element().parentElement;
  const dialog = screen.getByRole('dialog').element();
  const isAtEdge = () => Math.abs(Number(edgeOf(bar)?.bottom) - Number(edgeOf(dialog)?.bottom)) <= 2;
  expect(isAtEdge()).toBe(true);
  const field = screen.getByLabelText('Field 17.').element() as HTMLElement;
  field.focus();
  expect(Number(edgeOf(field)?.bottom)).toBeLessThanOrEqual(Number(edgeOf(bar)?.top));
  (screen.getByLabelText('Field 29.').element() as HTMLElement).focus();
  expect(isAtEdge()).toBe(true);
});
