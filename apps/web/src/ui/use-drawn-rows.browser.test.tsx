import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useDrawnRows } from './use-drawn-rows.tsx';

const names = Array.from({ length: 900 }, (_, index) => `Pier ${index + 1}`);

function List() {
  const { drawn, table, more } = useDrawnRows(names);
  return (
    <>
      <table ref={table}>
        <tbody>
          {drawn.map((name) => (
            <tr key={name} style={{ height: 40 }}>
              <td>
                <button type="button">{name}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

const rows = () => document.querySelectorAll('tbody tr').length;

async function open() {
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/piers', component: List }),
    createRoute({ getParentRoute: () => root, path: '/ships', component: () => <List /> }),
    createRoute({ getParentRoute: () => root, path: '/pier', component: () => <h1>Pier 600</h1> }),
  ];
  const history = createMemoryHistory({ initialEntries: ['/piers'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  const screen = await render(<RouterProvider router={router as never} />);
  await expect.poll(rows).toBeGreaterThan(0);
  return { screen, history };
}

test('who comes back to a long list finds as many rows as there were; a list opened anew begins with few', async () => {
  const { screen, history } = await open();
  const begun = rows();
  for (let drawn = begun; drawn < 600; drawn = rows()) {
    (screen.getByRole('button', { name: /^Show more/ }).element() as HTMLElement).click();
    await expect.poll(rows).toBeGreaterThan(drawn);
  }
  const drawn = rows();
  history.push('/ships');
  await expect.poll(rows).toBeLessThan(drawn);
  history.push('/pier');
  await expect.element(screen.getByRole('heading', { name: 'Pier 600' })).toBeVisible();
  history.go(-2);
  await expect.poll(rows).toBeGreaterThanOrEqual(drawn);
});

test('what is printed is all of it', async () => {
  await open();
  const begun = rows();
  expect(begun).toBeLessThan(names.length);
  dispatchEvent(new Event('beforeprint'));
  expect(rows()).toBe(names.length);
  dispatchEvent(new Event('afterprint'));
  await expect.poll(rows).toBeLessThan(names.length);
});
