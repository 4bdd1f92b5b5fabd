import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NameLines } from './name-lines.ts';
import { type Pick, pick } from './picker.ts';
import { correctWords } from './search-words.ts';

const name = fc
  .array(fc.constantFrom('an', 're', 'de', 'ü', 'plan', 'x'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));
const words = fc.uniqueArray(fc.constantFrom('a', 'an', 're', 'de', 'ü', 'pla', 'q', 'nr'), { maxLength: 6 });

const workspace = fc.record({
  projects: fc.array(
    fc.record({ name, isSeen: fc.boolean(), lists: fc.option(fc.array(fc.nat({ max: 11 }))) }),
    {
      maxLength: 9,
    },
  ),
  activities: fc.array(fc.record({ name, isGlobal: fc.boolean() }), { maxLength: 12 }),
  known: fc.uniqueArray(
    fc.record({
      project: fc.nat({ max: 8 }),
      activity: fc.option(fc.nat({ max: 11 })),
      isFavourite: fc.boolean(),
      usedDate: fc.option(fc.constantFrom('2026-11-01', '2026-11-02')),
    }),
    { maxLength: 12, selector: ({ project, activity }) => `${project} ${activity}` },
  ),
});

/** The rule as it is said: all pairs that there are, each looked at by itself. */
function pairsOf({ projects, activities, known }: Given, asked: readonly string[]): Pick[] {
  const texts = ({ project, activity }: Pick) =>
    `${projects[project]?.name}\n${activity === null ? '' : activities[activity]?.name}`;
  const isFound = (pair: Pick) => asked.every((word) => texts(pair).includes(word));
  const all = projects.flatMap(({ lists }, project) => {
    const usable = activities.flatMap(({ isGlobal }, activity) =>
      (lists ? lists.includes(activity) : isGlobal) ? [activity] : [],
    );
    const pairs = usable.map((activity) => ({ project, activity, isFavourite: false, usedDate: null }));
    if (pairs.some(isFound) || lists) return pairs;
    return [...pairs, { project, activity: null, isFavourite: false, usedDate: null }];
  });
  const keyOf = ({ project, activity }: Pick) => `${project} ${activity}`;
  const first = known.filter(
    ({ project, activity }) => project < projects.length && (activity ?? 0) < activities.length,
  );
  const keys = new Set(first.filter(isFound).map(keyOf));
  const byUse = (one: Pick, other: Pick) =>
    Number(other.isFavourite) - Number(one.isFavourite) ||
    (other.usedDate ?? '').localeCompare(one.usedDate ?? '') ||
    one.project - other.project;
  return [...first.toSorted(byUse), ...all.filter((pair) => !keys.has(keyOf(pair)))]
    .filter(isFound)
    .filter(({ project }) => projects[project]?.isSeen);
}

type Given = Parameters<typeof pickableOf>[0] & { known: Pick[] };

function pickableOf({
  projects,
  activities,
}: {
  projects: { name: string; isSeen: boolean; lists: number[] | null }[];
  activities: { name: string; isGlobal: boolean }[];
}) {
  return {
    projects: new NameLines(projects.map((each) => each.name).join('\n')),
    activities: new NameLines(activities.map((each) => each.name).join('\n')),
    areGlobal: Uint8Array.from(activities, ({ isGlobal }) => Number(isGlobal)),
    listed: new Map(
      projects.flatMap(({ lists }, project) =>
        lists
          ? [[project, [...new Set(lists)].filter((each) => each < activities.length).sort((a, b) => a - b)]]
          : [],
      ),
    ),
  };
}

const known = ({ known, projects, activities }: Given) =>
  known.filter(({ project, activity }) => project < projects.length && (activity ?? 0) < activities.length);

test('the picker offers what its rule says, as many as are asked for', () => {
  const offered = { any: 0, none: 0 };
  fc.assert(
    fc.property(workspace, words, fc.integer({ min: 1, max: 40 }), (given, asked, size) => {
      const isSeen = (project: number) => given.projects[project]?.isSeen ?? false;
      const said = pick(pickableOf(given), { words: asked, size, known: known(given), isSeen });
      expect(said).toEqual(pairsOf(given, asked).slice(0, size));
      offered[said.length > 0 ? 'any' : 'none'] += 1;
    }),
    { numRuns: 2000 },
  );
  expect(offered.any).toBeGreaterThan(100);
  expect(offered.none).toBeGreaterThan(100);
});

describe('names as lines of one text', () => {
  test('each says which words it has', () => {
    const lines = new NameLines('harbour web\nweb design\nüber web\n\nx');
    expect(lines.count).toBe(5);
    expect([...lines.having(['web', 'de', 'x'])]).toEqual([1, 3, 1, 0, 4]);
    expect([...lines.having([])]).toEqual([0, 0, 0, 0, 0]);
  });

  test('none are none', () => {
    expect(new NameLines('').count).toBe(0);
    expect([...new NameLines('').having(['a'])]).toEqual([]);
  });

  test('those near a word correct it as all of them do', () => {
    const whole = fc.constantFrom('harbour', 'website', 'redesign', 'pier', 'plan');
    const typed = fc
      .tuple(whole, fc.nat({ max: 7 }), fc.constantFrom('', 'x', 'e'))
      .map(([word, at, other]) => word.slice(0, at) + other + word.slice(at + 1));
    const names = fc.array(
      fc.array(whole, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
      { minLength: 1, maxLength: 4 },
    );
    const corrected = { any: 0 };
    fc.assert(
      fc.property(names, fc.array(typed, { minLength: 1, maxLength: 3 }), (all, asked) => {
        const meant = correctWords(asked, all);
        expect(
          correctWords(
            asked,
            new NameLines(all.join('\n')).near(asked, () => true),
          ),
        ).toEqual(meant);
        if (meant) corrected.any += 1;
      }),
      { numRuns: 2000 },
    );
    expect(corrected.any).toBeGreaterThan(100);
  });

  test('only those that are asked for are near', () => {
    expect(new NameLines('plan\nplans').near(['plna'], (line) => line === 1)).toEqual(['plans']);
  });
});
