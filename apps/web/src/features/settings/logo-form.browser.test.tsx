import { expect, test } from 'vitest';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { LogoForm } from './logo-form.tsx';

async function drawing(type: string, width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#7c51db';
    context.fillRect(0, 0, width, height);
  }
  return new File([await canvas.convertToBlob({ type })], 'logo', { type });
}

/** In the browser itself: a large file takes long on its way into it. */
function choose(file: File): void {
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!field) throw new Error('There is no field for a file.');
  const chosen = new DataTransfer();
  chosen.items.add(file);
  field.files = chosen.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The width and height in the head of a PNG. */
function sizeOf(png: string): [number, number] {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return [view.getUint32(16), view.getUint32(20)];
}

const open = (answers: Answers, logo: string | null = null) =>
  openPage(LogoForm, { answers, start: { ...startOf(), logo } });

test.each([
  ['image/png', 100, 50, [100, 50]],
  ['image/jpeg', 960, 320, [480, 160]],
  ['image/webp', 400, 800, [80, 160]],
] as const)('%s of %i by %i is sent as a small PNG', async (type, width, height, size) => {
  const { screen, asked } = await open({
    'PUT /Workspace/Logo': inTurn(new Refusal(400, 'file_invalid', 'Not readable here.'), { logo: null }),
  });
  choose(await drawing(type, width, height));
  await expect.element(screen.getByText('Not readable here.')).toBeVisible();
  choose(await drawing(type, width, height));
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Workspace/Logo').at(-1)?.body as { png: string };
  expect(sizeOf(sent.png)).toEqual(size);
});

test.each([
  [
    'a drawing that can hold a program',
    new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }),
    /PNG, JPEG or WebP picture/,
  ],
  [
    'what only says that it is a picture',
    new File(['nothing'], 'a.png', { type: 'image/png' }),
    /could not be read/,
  ],
  [
    'a file without end',
    new File([new Uint8Array(9 * 1024 * 1024)], 'a.png', { type: 'image/png' }),
    /This file is too large/,
  ],
])('%s is refused before anything is sent', async (_what, file, words) => {
  const { screen, asked } = await open({});
  choose(file);
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(asked.map(({ key }) => key)).not.toContain('PUT /Workspace/Logo');
});

test('a logo that is there is shown and can be removed', async () => {
  const { screen, asked } = await open(
    { 'DELETE /Workspace/Logo': { logo: null } },
    'data:image/png;base64,',
  );
  await expect.element(screen.getByRole('img', { name: 'Logo of Acme' })).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove it' }).click();
  await expect.poll(() => asked.map(({ key }) => key)).toContain('DELETE /Workspace/Logo');
});

test('what went wrong with one of both is gone once the other succeeded', async () => {
  const { screen } = await open(
    {
      'PUT /Workspace/Logo': { logo: null },
      'DELETE /Workspace/Logo': inTurn(new Refusal(500, 'internal', 'Something broke.'), { logo: null }),
    },
    'data:image/png;base64,',
  );
  const remove = screen.getByRole('button', { name: 'Remove it' });
  await remove.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  choose(await drawing('image/png', 10, 10));
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  await expect.element(screen.getByText(/PNG, JPEG or WebP picture/)).toBeVisible();
  await remove.click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
