import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Tabs } from './tabs.tsx';

const names = ['General', 'Rules for time', 'How people sign in', 'Programs', 'Import', 'Audit log'];

function Narrow({ current }: { current: string }) {
  return (
    <div style={{ width: 320 }}>
      <Tabs label="Settings">
        {names.map((name) => (
          <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </Tabs>
    </div>
  );
}

test.each(names)('where not all parts have room, the current one is in view: %s', async (name) => {
  const screen = await render(<Narrow current={name} />);
  const row = screen.getByRole('navigation').element().getBoundingClientRect();
  const current = screen.getByRole('link', { name }).element().getBoundingClientRect();
  expect(current.left).toBeGreaterThanOrEqual(row.left - 1);
  expect(current.right).toBeLessThanOrEqual(row.right + 1);
});
