import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { text as inboxTranslated } from './inbox/messages.de.ts';
import { text as inbox } from './inbox/messages.ts';
import { text as translated } from './messages.de.ts';
import { text as week } from './messages.ts';

const english = { ...week, ...inbox };
/** What was left out is as in English, and would be found below. */
const german = { ...english, ...translated, ...inboxTranslated } as typeof english;
const repository = join(import.meta.dirname, '../../../../..');

/** The glossary's words for a step of a week: what is done, and what it is then. */
function wordsOf(step: string): { en: [string, string]; de: [string, string] } {
  const glossary = readFileSync(join(repository, 'docs/glossary.md'), 'utf8');
  const row = glossary.split('\n').find((line) => line.startsWith(`| ${step}, `));
  const [en = [], de = []] = (row ?? '')
    .split('|')
    .slice(1, 3)
    .map((cell) => cell.trim().split(', '));
  return { en: [en[0] ?? '', en[1] ?? ''], de: [de[0] ?? '', de[1] ?? ''] };
}

const STEPS = ['submit', 'withdraw', 'approve', 'disapprove', 'reopen'] as const;
const buttons = (text: typeof english): Record<(typeof STEPS)[number], string> => ({
  submit: text.submit.button,
  withdraw: text.withdraw.button,
  approve: text.approve,
  disapprove: text.disapprove,
  reopen: text.reopen.button,
});

describe.each(STEPS)('the step %s', (step) => {
  const { en, de } = wordsOf(step);

  test('is called as the glossary calls it, on its button and in the history of a week', () => {
    expect(buttons(english)[step].toLowerCase()).toContain(en[0]);
    expect(english.steps[step]?.toLowerCase()).toBe(en[1]);
    expect(buttons(german)[step].toLowerCase()).toContain(de[0]);
    expect(german.steps[step]?.toLowerCase()).toBe(de[1]);
  });
});

/** Other words for the same steps: whoever met two of them would look for a difference. */
const OTHERS = [
  /\b(hand(ed|s|ing)? in|sen[dt](s|ing)? in|reject(s|ed|ing)?|declin(e|es|ed|ing)|sent back|unlock(s|ed|ing)?|re-open(s|ed|ing)?|turn(ed|s)? down)\b/i,
  /\b(abgeben|abgegeben|ablehnen|abgelehnt|zurückgegeben|zurückgeschickt|zurückgesandt|entsperr(en|t)|wiederer?öffne[nt]|bewillig(en|t))\b/i,
];

/** Where weeks and their steps are spoken of: screens, help, mails and public pages. */
const speaking = globSync(
  [
    'apps/web/src/app/{,dialogs/,help/}messages{,.de}.ts',
    'apps/web/src/features/{calendar,dashboard,details,reports,team,timer}/messages{,.de}.ts',
    'apps/web/src/features/{approvals,settings,timesheets}/{,*/}messages{,.de}.ts',
    'apps/web/src/messages/{common,files,lists,refusals}{,.de}.ts',
    'apps/server/src/gateway/**/*words.ts',
    'packages/domain/src/errors.ts',
    'content/**/*.md',
    'docs/tour.md',
  ],
  { cwd: repository },
);

test('nothing that is read uses another word for one of them', () => {
  expect(speaking.length).toBeGreaterThan(40);
  const found = speaking.flatMap((file) =>
    readFileSync(join(repository, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && OTHERS.some((other) => other.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
