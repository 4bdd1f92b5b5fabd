import { expect, test } from 'vitest';
import { namedProjects } from './named-projects.ts';

test('projects are asked for once each and in one order', () => {
  expect(namedProjects(['b', 'a', 'b'])).toBe('a,b');
  expect(namedProjects(['a', 'b'])).toBe(namedProjects(['b', 'a', 'a']));
  expect(namedProjects([])).toBe('');
});

test('no more than a hundred are asked for at once', () => {
  const ids = Array.from({ length: 101 }, (_, index) => String(1000 + index));
  expect(namedProjects(ids).split(',')).toEqual(ids.slice(0, 100));
});
