import { useRouterState } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Answer } from '../lib/gateway.ts';
import { type Answers, later, openPage, Refusal, startOf } from '../ui/page.fixture.tsx';
import { DialogToCome } from '../ui/typing-ahead.tsx';
import { Palette, type PaletteProps } from './palette.tsx';

type Thing = Answer<'GET /Search'>['items'][number];

const thing = (kind: Thing['kind'], name: string, detail: string | null = null, hasWeek = false) => ({
  kind,
  id: `0190a000-0000-7000-8000-${String(name.length).padStart(12, '0')}`,
  name,
  detail,
  color: null,
  hasWeek,
});
const found = {
  corrected: null,
  items: [
    thing('project', 'North pier', 'Harbour Trust'),
    thing('client', 'Pier Company'),
    thing('person', 'Pierre Curie', null, true),
    thing('person', 'Pieter'),
    thing('activity', 'Piercing'),
  ],
};

let closed = 0;
let opened: string[] = [];
beforeEach(() => {
  sessionStorage.clear();
  closed = 0;
  opened = [];
});

/** The palette over a page that shows its own address. */
function Page() {
  const address = useRouterState({ select: ({ location }) => location.href });
  return (
    <>
      <output>{address}</output>
      <Palette onOpen={(overlay) => opened.push(String(overlay))} onClose={() => void closed++} />
    </>
  );
}

const open = async (answers: Answers = { 'GET /Search': found }, start = startOf()) =>
  (await openPage(Page, { answers, start })).screen;

test('pages, weeks and actions are there at once, and arrows go round', async () => {
  const screen = await open();
  await expect.element(screen.getByRole('group', { name: 'Pages' })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'Actions' })).toBeVisible();
  await expect.element(screen.getByRole('option', { name: 'Time' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}');
  await expect
    .element(screen.getByRole('option', { name: 'Sign out' }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect([opened, closed]).toEqual([['signOut'], 1]);
});

test('things of every kind are found under their kind, and Enter leads there', async () => {
  const screen = await open();
  await userEvent.keyboard('pier');
  for (const [group, option] of [
    ['Projects', 'North pier Harbour Trust'],
    ['Clients', 'Pier Company'],
    ['People', 'Pierre Curie'],
    ['People', 'Week of Pierre Curie'],
    ['Activities', 'Piercing'],
  ] as const) {
    await expect
      .element(screen.getByRole('group', { name: group }).getByRole('option', { name: option, exact: true }))
      .toBeVisible();
  }
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect
    .poll(() => screen.getByRole('status').first().element().textContent)
    .toMatch(/^\/clients\/0190a000-/);
});

test('Enter right after typing leads to the first thing found, as soon as it is', async () => {
  const { answer, give } = later<typeof found>();
  const screen = await open({ 'GET /Search': answer });
  await userEvent.keyboard('pier{Enter}');
  expect(closed).toBe(0);
  give(found);
  await expect
    .poll(() => screen.getByRole('status').first().element().textContent)
    .toMatch(/^\/projects\/0190a000-/);
  expect(closed).toBe(1);
});

test('a person’s week is one press away where it is open to who asks', async () => {
  const screen = await open();
  await userEvent.keyboard('pier');
  await expect.element(screen.getByRole('option', { name: 'Pieter', exact: true })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Week of Pieter' }).elements()).toEqual([]);
  await screen.getByRole('option', { name: 'Week of Pierre Curie' }).click();
  await expect
    .poll(() => screen.getByRole('status').first().element().textContent)
    .toMatch(/^\/time\?person=0190a000-/);
});

test('what was chosen is recent the next time', async () => {
  const first = await open();
  await userEvent.keyboard('pier');
  await first.getByRole('option', { name: 'Pierre Curie', exact: true }).click();
  const second = await open();
  const recent = second.getByRole('group', { name: 'Recent' }).last();
  await expect.element(recent.getByRole('option', { name: 'Pierre Curie', exact: true })).toBeVisible();
});

test.each([
  ['2026-11-20', '16–22 Nov 2026', 'week=2026-11-22'],
  ['2026-W01', '29 Dec 2025 – 4 Jan 2026', 'week=2026-01-04'],
])('the week of %s is named and opened', async (typed, label, address) => {
  const screen = await open({ 'GET /Search': { corrected: null, items: [] } });
  await userEvent.keyboard(typed);
  await screen.getByRole('option', { name: label }).click();
  await expect.element(screen.getByRole('status').first()).toHaveTextContent(`/time?${address}`);
});

test('what was corrected is said; nothing found is said, too', async () => {
  const screen = await open({
    'GET /Search': { corrected: 'north', items: [thing('project', 'North pier')] },
  });
  await userEvent.keyboard('nroth');
  await expect.element(screen.getByText('Shown for “north”', { exact: false })).toBeVisible();
  const empty = await open({ 'GET /Search': { corrected: null, items: [] } });
  await userEvent.keyboard('zzzz');
  await expect.element(empty.getByText('Nothing found', { exact: false }).last()).toBeVisible();
});

test('a refused search says so, and pages are found all the same', async () => {
  const screen = await open({ 'GET /Search': new Refusal(403, 'forbidden', 'Not for you.') });
  await userEvent.keyboard('tim');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Projects, clients and people could not be searched. Not for you.');
  await expect.element(screen.getByRole('option', { name: 'Time' })).toBeVisible();
});

test('who may not write is offered nothing new', async () => {
  const screen = await open({ 'GET /Search': found }, startOf({ role: 'member' }));
  await expect.element(screen.getByRole('option', { name: 'Projects' })).toBeVisible();
  expect(screen.getByRole('option', { name: /^New|^Invite/ }).elements()).toEqual([]);
});

/** The palette as on a slow machine: the last letters are typed after it was drawn, and before it is on the page. */
function TypedWhileDrawn(props: PaletteProps) {
  return (
    <>
      <Palette {...props} />
      <LastLetters />
    </>
  );
}

let hasTyped = false;

function LastLetters() {
  const field = document.querySelector<HTMLInputElement>('input[aria-busy]');
  if (field && !hasTyped) {
    hasTyped = true;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'pier');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return null;
}

const fetched = Promise.withResolvers<{ default: typeof Palette }>();
const Coming = lazy(() => fetched.promise);
const heard: string[] = [];

/** A page with keys of its own, over which the palette opens once it was fetched. */
function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const hear = ({ key, target }: KeyboardEvent) => {
      if (!(target instanceof HTMLInputElement)) heard.push(key);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  const props: PaletteProps = { onOpen: () => {}, onClose: () => setIsOpen(false) };
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Find
      </button>
      <DialogToCome label="Go to or do" onLeave={props.onClose}>
        {isOpen ? <Coming {...props} /> : null}
      </DialogToCome>
    </>
  );
}

test('what is typed while it is fetched stands in its field and is no key of the page', async () => {
  const { screen } = await openPage(Opener, { answers: { 'GET /Search': found }, start: startOf() });
  const field = screen.getByLabelText('Go to or do');
  const button = screen.getByRole('button', { name: 'Find' });
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('left behind{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click();
  await userEvent.keyboard('pi');
  fetched.resolve({ default: TypedWhileDrawn });
  await expect.element(screen.getByRole('combobox')).toHaveValue('pier');
  await expect.element(screen.getByRole('option', { name: /North pier/ })).toBeVisible();
  expect(heard).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click();
  await expect.element(screen.getByRole('combobox')).toHaveValue('');
});
