import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STATE_PATHS } from './machine/state-paths.ts';
import { statesPage } from './testing/states-page.fixture.ts';

const page = new URL('../../../docs/latchkey-states.md', import.meta.url);
const text = statesPage();

it('the page of states is that of the machine', () => {
  if (process.env.UPDATE_DOCS) writeFileSync(page, text);
  expect(readFileSync(page, 'utf8')).toBe(text);
});

it('the page names every state and where the specification speaks of it', () => {
  const lines = text.split('\n');
  const specification = (path: string) =>
    lines
      .find((line) => line.startsWith(`| \`${path}\` |`))
      ?.split('|')
      .at(-2)
      ?.trim();
  expect(STATE_PATHS.filter((path) => !specification(path))).toEqual([]);
});
