import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { flowOf, refused } from './testing/contract.ts';
import { mountWidget } from './testing/mount.fixture.tsx';
import { PASSWORD } from './testing/walk.ts';
import { loadLaterViews } from './views/index.tsx';

const part = vi.hoisted(() => ({ coming: Promise.withResolvers<void>() }));
vi.mock(import('./views/index.tsx'), async (original) => {
  const views = await original();
  return {
    ...views,
    loadLaterViews: async () => {
      await part.coming.promise;
      return views.loadLaterViews();
    },
  };
});
beforeEach(() => {
  part.coming = Promise.withResolvers();
});

/** The part is there, and what waited for it is done: it asked before. */
async function comes(): Promise<void> {
  part.coming.resolve();
  await loadLaterViews();
}

/** A password was refused; what is sent after that is never answered. */
async function openRefused() {
  const { screen } = await mountWidget({
    'GET {t}/mode': flowOf(PASSWORD),
    'POST {t}/auth/basic': (_: unknown, count: number) =>
      count === 1 ? refused(400, 'Incorrect email or password', 'wrong_credentials') : ('silent' as const),
  });
  const name = screen.getByLabelText('Email address or username');
  const password = screen.getByLabelText('Password', { exact: true });
  const button = screen.getByRole('button', { name: 'Log in' });
  await name.fill('ada@example.com');
  await password.fill('secret');
  await button.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Incorrect email or password');
  return { screen, name, password, button };
}

describe('what ties a refusal to its field comes late', () => {
  it('loses nothing that was typed there meanwhile', async () => {
    const { password } = await openRefused();
    await password.fill('');
    await userEvent.keyboard('corr');
    await comes();
    await userEvent.keyboard('ect');
    await expect.element(password).toHaveValue('correct');
    await expect.element(password).not.toHaveAttribute('aria-invalid');
    await expect.element(password).not.toHaveAttribute('aria-describedby');
  });

  it('takes nobody away from another field', async () => {
    const { name, password } = await openRefused();
    await name.fill('');
    await userEvent.keyboard('grace');
    await comes();
    await userEvent.keyboard('@example.com');
    await expect.element(name).toHaveValue('grace@example.com');
    await expect.element(password).not.toHaveAttribute('aria-invalid');
  });

  it('takes the focus where nothing was typed', async () => {
    const { password } = await openRefused();
    await comes();
    await expect.element(password).toHaveFocus();
    await userEvent.keyboard('other');
    await expect.element(password).toHaveValue('other');
  });

  it('does nothing once the refusal is no more', async () => {
    const { screen, password, button } = await openRefused();
    await button.click();
    await expect.element(screen.getByRole('alert')).toBeEmptyDOMElement();
    await comes();
    await expect.element(password).not.toHaveAttribute('aria-invalid');
    await expect.element(password).not.toHaveFocus();
  });
});

it('a field is free of a refusal that is no more, also when nothing was typed', async () => {
  const { screen, password, button } = await openRefused();
  await comes();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveAccessibleDescription('Incorrect email or password');
  await button.click();
  await expect.element(screen.getByRole('alert')).toBeEmptyDOMElement();
  await expect.element(password).not.toHaveAttribute('aria-invalid');
  await expect.element(password).not.toHaveAttribute('aria-describedby');
});
