import type { RouteComponent } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApprovalsPage } from '../features/approvals/approvals-page.tsx';
import { ClientsPage } from '../features/clients/clients-page.tsx';
import '../styles/base.css';
import { type Answers, openPage, startOf } from '../ui/page.fixture.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { openPages } from './pages.ts';
import styles from './shell.module.css';

const thirty = Array.from({ length: 30 }, (_, index) => index);

/** A page of a phone, longer than its screen, with the bar of the application below. */
async function openOnPhone(Content: RouteComponent, answers: Answers) {
  await page.viewport(390, 844);
  const { screen } = await openPage(
    () => (
      <div className={styles.shell}>
        <header className={styles.topLine} />
        <main className={styles.main}>
          <Content />
        </main>
        <BottomBar items={openPages(startOf())} onOpen={() => {}} />
      </div>
    ),
    { answers },
  );
  return screen;
}

/** Whether a finger on the middle of a thing meets the thing. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test('what is done with the weeks that are chosen stays above the bar', async () => {
  const weeks = thirty.map((index) => ({
    teamMemberID: `m${index}`,
    weekEndDate: '2026-11-22',
    status: 'pending' as const,
    version: 2,
    totalMinutes: 2400,
    billableMinutes: 1200,
    nonBillableMinutes: 1200,
    lines: [],
    firstName: `Grace ${index}`,
    lastName: '',
    normMinutes: null,
    flags: [],
  }));
  const screen = await openOnPhone(ApprovalsPage, { 'GET /TimeSheet/GetPendingTimesheets': weeks });
  await screen
    .getByRole('checkbox', { name: /^Select Grace 0/ })
    .first()
    .click();
  const approve = screen.getByRole('button', { name: 'Approve 1' });
  await expect.element(approve).toBeVisible();
  await expect.poll(() => isOnTop(approve.element())).toBe(true);
});

const clientsAnswers: Answers = {
  'GET /Clients': thirty.map((index) => ({
    clientID: `c${index}`,
    clientName: `Client ${index}`,
    projectCount: 0,
    isArchived: false,
    code: null,
    color: null,
    version: 1,
  })),
  'GET /Projects': [],
  'POST /Reports/Query': { lines: [], labels: [] },
};

/** WCAG 2.2, 2.4.11: the browser scrolls no further than to the edge of the screen unless it is told what lies there. */
test('what Tab leads to is seen above the bar, and below the line at the top on the way back', async () => {
  const screen = await openOnPhone(ClientsPage, clientsAnswers);
  const boxes = screen.getByRole('checkbox', { name: /^Choose Client/ });
  await expect.poll(() => boxes.elements().length).toBe(thirty.length);
  const hidden: string[] = [];
  const walk = async (keys: string, to: Element | undefined) => {
    for (let step = 0; step < 200 && document.activeElement !== to; step++) {
      await userEvent.keyboard(keys);
      const { activeElement } = document;
      if (boxes.elements().includes(activeElement as HTMLElement) && !isOnTop(activeElement as Element))
        hidden.push(`${keys}: ${activeElement?.getAttribute('aria-label')}`);
    }
    expect(document.activeElement).toBe(to);
  };
  await walk('{Tab}', boxes.elements().at(-1));
  await walk('{Shift>}{Tab}{/Shift}', boxes.elements().at(0));
  expect(hidden).toEqual([]);
});

test('what is done with the rows that are chosen in a list stays above the bar', async () => {
  const screen = await openOnPhone(ClientsPage, clientsAnswers);
  await screen.getByRole('checkbox', { name: 'Choose Client 0', exact: true }).click();
  const none = screen.getByRole('button', { name: 'Choose none' });
  await expect.element(none).toBeVisible();
  await expect.poll(() => isOnTop(none.element())).toBe(true);
});
