import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(source, file), 'utf8');

/** What forms are built of. */
const FORM = /<(?:Form|FormDialog|ConfirmDialog|ReasonDialog|MergeDialog)\b/g;
const SAVES = /\buse(?:Confirmed)?Submit\(/;
const FIELD = /<(?:Input|TextArea|Select|Checkbox|Combobox)\b/;

/** They send nothing themselves: what is in them is handed over at once, and what holds it then loses nothing (its own tests). */
const HANDED_OVER: Record<string, string> = {
  'features/timesheets/day/quick-add.tsx': 'an entry, to the queue of saves',
  'features/timesheets/day/entry-form.tsx': 'an entry, to the queue of saves',
  'features/timesheets/day/entry-dialogs.tsx': 'entries, to the queue of saves',
  'features/timesheets/details-dialog.tsx': 'an entry, to the queue of saves',
  'features/calendar/entry-panel.tsx': 'an entry, to the queue of saves',
  'features/timer/timer-panel.tsx': 'an act, to the store of the timer',
  'features/onboarding/select-region-page.tsx': 'a region, to this device',
  'features/reports/report-filters.tsx': 'a filter, to the address of the page',
};
/** Nothing is typed in them: what is chosen is sent at once, and what could not be stored is said beside it. */
const AT_ONCE = new Set([
  'features/account/picture-form.tsx',
  'features/settings/notifications-form.tsx',
  'features/settings/language-form.tsx',
  'features/settings/logo-form.tsx',
  'features/details/share-client.tsx',
]);
/** The form of two steps of a week; each of them is walked. */
const SHARED = new Set(['features/approvals/reason-dialog.tsx']);

const files = globSync('{app,features}/**/*.tsx', { cwd: source })
  .filter((file) => !/\.(browser\.test|fixture)\.tsx$/.test(file))
  .toSorted();

/** How often each file is named in the walk through all forms. */
const walked = Map.groupBy(
  globSync('app/forms-of-*.fixture.tsx', { cwd: source }).flatMap((list) =>
    [...read(list).matchAll(/\bfile: '([^']+)'/g)].map(([, file = '']) => file),
  ),
  (file) => file,
);

test('every form that saves is in the walk through what can happen to a save', () => {
  const forms = files
    .filter((file) => !(file in HANDED_OVER) && !AT_ONCE.has(file) && !SHARED.has(file))
    .map((file) => [file, read(file).match(FORM)?.length ?? 0] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries([...walked].map(([file, rows]) => [file, rows.length]))).toEqual(
    Object.fromEntries(forms),
  );
});

test('what is typed and sent is in a form of the kit, whose fields stay when a session ends', () => {
  const loose = files.filter((file) => {
    const text = read(file);
    return SAVES.test(text) && FIELD.test(text) && text.match(FORM) === null && !AT_ONCE.has(file);
  });
  expect(loose).toEqual([]);
  const own = files.filter((file) => /<form\b/.test(read(file)) && !(file in HANDED_OVER));
  expect(own).toEqual([]);
});

test('a time of day is typed in the field of the kit, which writes it as the workspace does', () => {
  const native = globSync('**/*.tsx', { cwd: source }).filter((file) =>
    /type="(?:time|datetime-local)"/.test(read(file)),
  );
  expect(native).toEqual([]);
});
