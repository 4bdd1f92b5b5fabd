import { useMachine } from '@xstate/react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

test('renders', async () => {
  const s = await render(<button type="button">Hi {typeof useMachine}</button>);
  await expect.element(s.getByRole('button')).toHaveTextContent('Hi');
});
