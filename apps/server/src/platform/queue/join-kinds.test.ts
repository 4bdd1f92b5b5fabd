import { expect, test } from 'vitest';
import { joinKinds } from './join-kinds.ts';

test('what features do for the kinds of jobs is put together; one kind is done by one feature', () => {
  expect(joinKinds([{ a: 1 }, undefined, { b: 2 }])).toEqual({ a: 1, b: 2 });
  expect(() => joinKinds([{ a: 1 }, { b: 2, a: 3 }])).toThrow('two features have something of the kind a');
});
