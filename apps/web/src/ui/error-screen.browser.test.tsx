import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ReportError } from '../lib/report-error.ts';
import { ErrorScreen, firstLines } from './error-screen.tsx';
import { LeavingErrorScreen } from './leaving-error-screen.tsx';

afterEach(() => void vi.restoreAllMocks());

function Broken(): never {
  throw new Error('the reason');
}

test('a render error shows its screen, is logged to the console and reported', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const report = vi.fn<ReportError>();
  const screen = await render(
    <ErrorScreen report={report}>
      <Broken />
    </ErrorScreen>,
  );
  await expect.element(screen.getByRole('heading', { name: 'An Error Occurred' })).toBeVisible();
  await expect
    .element(
      screen.getByText(
        'The application detected an error, You can try clicking "Reload the Page" to return to the page you were on previously.',
      ),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Reload the Page' })).toBeVisible();
  await screen.getByText('Details').click();
  await expect.element(screen.getByText(/Error: the reason/)).toBeVisible();
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: 'the reason' }),
    expect.stringContaining('at Broken'),
  );
  expect(log.mock.calls.flat().some((part) => part instanceof Error && part.message === 'the reason')).toBe(
    true,
  );
});

test('each stack is cut to its first ten lines', () => {
  const stack = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  expect(firstLines(stack).split('\n')).toHaveLength(10);
});

test('an error of a page that is being left is shown and reported only where the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const report = vi.fn<ReportError>();
  let isLeaving = true;
  const screen = await render(
    <LeavingErrorScreen report={report} isLeaving={() => isLeaving}>
      <Broken />
    </LeavingErrorScreen>,
  );
  expect(screen.container.textContent).toBe('');
  expect(report).not.toHaveBeenCalled();
  isLeaving = false;
  await expect.element(screen.getByRole('heading', { name: 'An Error Occurred' })).toBeVisible();
  expect(report).toHaveBeenCalledOnce();
});
