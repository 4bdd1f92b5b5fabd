import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Menu } from './menu.tsx';

test('an item that the arrows have led to keeps the focus when the page around is drawn again', async () => {
  const chosen: string[] = [];
  const menu = (time: string) => {
    const items = ['Copy', 'Move', 'Delete'].map((label) => ({ label, onSelect: () => chosen.push(label) }));
    return <Menu label={`Actions at ${time}`} button="…" items={items} />;
  };
  const screen = await render(menu('9:00'));
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await screen.rerender(menu('9:01'));
  await expect.element(screen.getByRole('menu', { name: 'Actions at 9:01' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual(['Delete']);
  await expect.element(screen.getByRole('button')).toHaveFocus();
});

test('its button closes it too where a press gives a button no focus, as in Safari', async () => {
  const press = (event: MouseEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  document.addEventListener('mousedown', press);
  onTestFinished(() => document.removeEventListener('mousedown', press));
  const items = [{ label: 'Copy', onSelect: () => {} }];
  const screen = await render(<Menu label="Actions" button="…" items={items} />);
  const button = screen.getByRole('button', { name: 'Actions' });
  await button.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveFocus();
});

test('where there is no room below, all of the list is above the button, and no table around it cuts it off', async () => {
  const items = ['Copy', 'Move', 'Delete'].map((label) => ({ label, onSelect: () => {} }));
  const screen = await render(
    <div style={{ position: 'fixed', bottom: 0, overflow: 'auto' }}>
      <Menu label="Actions" button="…" items={items} />
    </div>,
  );
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
  for (const { label } of items) expect(isSeen(screen.getByRole('menuitem', { name: label }))).toBe(true);
});

test.each(['below', 'above'] as const)(
  'a list %s that is longer than the window scrolls to the item that has the focus',
  async (side) => {
    await page.viewport(414, 256);
    onTestFinished(() => page.viewport(414, 896));
    const items = Array.from({ length: 60 }, (_, index) => ({
      label: `Item ${index + 1}`,
      onSelect: () => {},
    }));
    const screen = await render(<Menu label="Actions" button="…" items={items} side={side} />);
    await screen.getByRole('button').click();
    const item = (name: string) => screen.getByRole('menuitem', { name, exact: true });
    await expect.element(item('Item 1')).toHaveFocus();
    await expect.poll(() => isSeen(item('Item 1'))).toBe(true);
    await userEvent.keyboard('{End}');
    await expect.element(item('Item 60')).toHaveFocus();
    await expect.poll(() => isSeen(item('Item 60'))).toBe(true);
  },
);

/** Whether all of it is in the window, with nothing above it. */
function isSeen(item: Locator): boolean {
  const element = item.element();
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isInside && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
