import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { Session } from '../lib/session.ts';
import { type Answers, openPage, openSitePage, Refusal, startOf } from '../ui/page.fixture.tsx';

/** Done before the form is sent: a button is pressed, something of an open menu chosen, a field filled, a thing chosen or a box ticked by its label, a file given. */
type Step =
  | { press: string }
  | { select: string }
  | { fill: string; with: string }
  | { choose: string; as: string }
  | { tick: string }
  | { upload: string };

export type FormRow = {
  /** The file in which the form is. */
  file: string;
  /** What shows it: in a workspace, or on the main domain. */
  shows: RouteComponent | { site: ComponentType<{ session: Session }> };
  path?: string;
  /** What is asked before there is a form. */
  answers?: object;
  settings?: object;
  /** What the address says. */
  search?: Record<string, string>;
  /** Somebody is signed in here. */
  isSignedIn?: true;
  /** What was chosen on the way to a new workspace. */
  draft?: object;
  steps?: readonly Step[];
  send: string;
  /** The call that fails. */
  save: string;
  /** What it answers before it does. */
  first?: unknown;
};

/** A form over something that somebody else changed a second ago. */
export type ChangedRow = Omit<FormRow, 'file' | 'first'> & {
  /** What it is by now. */
  current: object;
  /** What both changed, as it is told of both. */
  disputed: { label: string; mine: string; theirs: string };
};

/** Saves that add something: the press after a lost answer has to be the same request, or it would be there twice. */
const ADDS: readonly string[] = [
  'POST /Projects',
  'POST /Projects/:id/Duplicate',
  'POST /Clients',
  'POST /Activities',
  'POST /TeamMember/Placeholders',
  'POST /EventFeeds',
  'POST /Reports',
  'POST /Tokens',
  'POST /Webhooks',
  'POST /Workspaces',
];

/** What can happen to a save. */
const FAILURES: Record<string, () => unknown> = {
  'a refusal': () => new Refusal(403, 'forbidden', 'Ask an owner.'),
  'a broken server': () => new Refusal(500, 'internal', 'Something broke.'),
  'a dead session': () =>
    new Response('Please re-login.', { status: 401, headers: { 'content-type': 'text/plain' } }),
  'a lost network': () => {
    throw new TypeError('Failed to fetch');
  },
  'a timeout': () => {
    throw new DOMException('signal timed out', 'TimeoutError');
  },
};

/** Opens the form, fills it in and lets its save fail in every way: it is said in the form, and all that was typed is there. */
export async function expectNothingLost(row: FormRow): Promise<void> {
  // Beside a list there is room for what is chosen in it.
  await page.viewport(1280, 800);
  hurryTries();
  if (row.search) setSearch(row.search);
  if (row.isSignedIn) signIn();
  if (row.draft) keepDraft(row.draft);
  let fail: () => unknown = () => row.first;
  let tries = 0;
  const sent = new Set<string>();
  await open(row, {
    ...row.answers,
    'GET /v0/auth/refresh': new Refusal(401, 'unauthorized', 'Signed out.'),
    [row.save]: (asked: { body: unknown; idempotencyKey: string | null }) => {
      tries += 1;
      if (ADDS.includes(row.save)) sent.add(JSON.stringify([asked.body, asked.idempotencyKey]));
      return fail();
    },
  } as Answers);
  for (const step of row.steps ?? []) await take(step);
  const button = await sendingButton(row);
  const form = formOf(button);
  const typed = contentOf(form);
  const wanted = (row.steps ?? []).flatMap((step) => ('fill' in step ? [step.with] : []));
  expect(wanted.filter((value) => !contentOf(document).includes(value))).toEqual([]);
  const said = () => form.querySelector('[role=alert]')?.textContent ?? '';
  for (const [what, failure] of Object.entries(FAILURES)) {
    const before = tries;
    fail = failure;
    // What was chosen may be looked at first.
    await expect.poll(() => form.closest('[aria-busy=true]')).toBe(null);
    // What is begun by its button alone is not sent by its form.
    if (button.type === 'submit') form.requestSubmit();
    else button.click();
    await expect.poll(() => tries, { message: `${what} is sent` }).toBeGreaterThan(before);
    await expect.poll(said, { message: `${what} is said` }).not.toBe('');
    expect([what, form.isConnected, contentOf(form)]).toEqual([what, true, typed]);
  }
  expect(sent.size, 'different requests for one thing').toBeLessThanOrEqual(1);
}

/** Opens the form, fills it in and learns that somebody was faster: both are there field by field, and either can be saved. */
export async function expectBothSides({ current, disputed, ...row }: ChangedRow): Promise<void> {
  await page.viewport(1280, 800);
  const sent: unknown[] = [];
  await open({ file: '', ...row }, {
    ...row.answers,
    [row.save]: ({ body }: { body: unknown }) => {
      sent.push(body);
      return new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.', { current });
    },
  } as Answers);
  for (const step of row.steps ?? []) await take(step);
  const button = await sendingButton({ file: '', ...row });
  const form = formOf(button);
  button.click();
  const choice = page.getByRole('region', { name: 'Changed by somebody else' });
  await expect.element(choice).toBeVisible();
  const field = choice.getByRole('group', { name: disputed.label, exact: true });
  const mine = field.getByRole('radio', { name: `Mine ${disputed.mine}`, exact: true });
  const theirs = field.getByRole('radio', { name: `Theirs ${disputed.theirs}`, exact: true });
  await expect.element(mine).toBeChecked();
  const typed = fieldsOf(form);
  await theirs.click();
  await expect.element(theirs).toBeChecked();
  expect(fieldsOf(form)).not.toEqual(typed);
  await mine.click();
  await expect.element(mine).toBeChecked();
  expect(fieldsOf(form)).toEqual(typed);
  await page.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.at(-1)).toMatchObject({ version: (current as { version: number }).version });
}

/** What is in the fields of a form, beside the choice between mine and theirs. */
function fieldsOf(form: HTMLFormElement): string[] {
  return contentOf(form, 'section[aria-label] input');
}

async function open({ shows, path = '/', settings }: FormRow, answers: Answers): Promise<void> {
  if ('site' in shows) {
    await openSitePage(shows.site, answers);
    return;
  }
  await openPage(shows, { answers, path, start: startOf({}, settings) });
}

async function sendingButton({ steps = [], send }: FormRow): Promise<HTMLButtonElement> {
  // The button that opened a dialog may be named as the one in it.
  const isAsked = steps.some(
    (step) => ('press' in step ? step.press : 'select' in step && step.select) === send,
  );
  if (isAsked) await expect.poll(() => document.querySelector('dialog[open]')).not.toBe(null);
  const button = inFront().getByRole('button', { name: send, exact: true }).first();
  await expect.element(button).toBeInTheDocument();
  return button.element() as HTMLButtonElement;
}

/** The form that the button sends; in a dialog it stands at the foot, outside of it. */
function formOf(button: HTMLButtonElement): HTMLFormElement {
  const form = button.form;
  if (!form) throw new Error(`the button "${button.textContent}" is in no form`);
  return form;
}

/** What lies over everything else, if anything does. */
function inFront() {
  const isOver = document.querySelector('dialog[open]') !== null;
  return isOver ? page.getByRole('dialog').last() : page;
}

async function take(step: Step): Promise<void> {
  if ('press' in step) return press(step.press);
  if ('select' in step) return page.getByRole('menuitem', { name: step.select }).click();
  if ('upload' in step) return give(step.upload);
  // Behind the name of a field that may stay empty, the label says so.
  const named = (label: string) =>
    inFront()
      .getByLabelText(new RegExp(`^${label}`))
      .first();
  if ('tick' in step) return named(step.tick).click();
  if ('fill' in step) return named(step.fill).fill(step.with);
  await named(step.choose).fill(step.as);
  await page.getByRole('option', { name: step.as }).first().click();
}

async function press(name: string): Promise<void> {
  await inFront().getByRole('button', { name, exact: true }).first().click();
}

async function give(name: string): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(field).not.toBe(null);
  const given = new DataTransfer();
  // Empty, so that no bytes go out, which the gateway of these tests does not read.
  given.items.add(new File([], name, { type: 'text/csv' }));
  Object.assign(field() ?? {}, { files: given.files });
  field()?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** All that is in the fields of a form. @param but those that are left out */
function contentOf(form: ParentNode, but = ':not(*)'): string[] {
  return [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    .filter((field) => !field.matches(but))
    .map((field) =>
      field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value,
    );
}

/** A call without an answer is tried several times, with pauses that nobody has to sit through here. */
function hurryTries(): void {
  const real = globalThis.setTimeout;
  const hurried = (work: () => void, milliseconds = 0, ...rest: []) =>
    real(work, milliseconds >= 100 && milliseconds <= 8_000 ? milliseconds / 100 : milliseconds, ...rest);
  globalThis.setTimeout = hurried as typeof setTimeout;
  onTestFinished(() => {
    globalThis.setTimeout = real;
  });
}

function setSearch(search: Record<string, string>): void {
  const before = location.href;
  const address = new URL(before);
  for (const [name, value] of Object.entries(search)) address.searchParams.set(name, value);
  history.replaceState(null, '', address);
  onTestFinished(() => history.replaceState(null, '', before));
}

function keepDraft(draft: object): void {
  localStorage.setItem('stint.newWorkspace', JSON.stringify(draft));
  onTestFinished(() => localStorage.removeItem('stint.newWorkspace'));
}

/** The cookie of a session, as the client of the provider writes it. */
function signIn(): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 600, userUuid: 'u1' }));
  // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie as the client writes it
  document.cookie = `access.acme0001=e30.${claims}.x; path=/`;
  onTestFinished(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = 'access.acme0001=; path=/; max-age=0';
  });
}
