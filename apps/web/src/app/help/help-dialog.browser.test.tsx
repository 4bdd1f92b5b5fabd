import { workspacePages } from '@stint/domain/pages.ts';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../ui/page.fixture.tsx';
import type { Overlay } from '../overlay.ts';
import { HelpDialog } from './help-dialog.tsx';
import { text } from './messages.ts';

const onOpen = vi.fn<(overlay: Overlay) => void>();
const Help = () => <HelpDialog onOpen={onOpen} />;

test.each([...workspacePages, '/projects/01a203bd-0000-7000-8000-000000000001'])(
  'says what %s is for',
  async (path) => {
    const { screen } = await openPage(Help, { answers: {}, path });
    const page = path.startsWith('/projects/') ? '/projects/$id' : (path as '/time');
    await expect.element(screen.getByText(text.pages[page])).toBeVisible();
  },
);

test('leads to the keys and to what is new', async () => {
  const { screen } = await openPage(Help, { answers: {}, path: '/time' });
  await screen.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  expect(onOpen).toHaveBeenCalledWith('keys');
  await expect
    .element(screen.getByRole('link', { name: 'What is new' }))
    .toHaveAttribute('href', expect.stringMatching(/stint\.localhost:3000\/whats-new$/));
});
