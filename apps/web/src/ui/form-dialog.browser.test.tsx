import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSubmit } from '../lib/use-async.ts';
import { Field, Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

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
