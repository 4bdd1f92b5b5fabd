import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
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

test('where there is no room below, all of the list is above the button, and no table around it cuts it off', async () => {
  const items = ['Copy', 'Move', 'Delete'].map((label) => ({ label, onSelect: () => {} }));
  const screen = await render(
    <div style={{ position: 'fixed', bottom: 0, overflow: 'auto' }}>
      <Menu label="Actions" button="…" items={items} />
    </div>,
  );
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
  for (const { label } of items) {
    const item = screen.getByRole('menuitem', { name: label }).element();
    const { x, y, width, height } = item.getBoundingClientRect();
    expect(item.contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true);
  }
});
