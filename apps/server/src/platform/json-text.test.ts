import type { RouteTable } from '@stint/domain/api/route.ts';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { type Handlers, RawJson } from './http.ts';
import {
  addFields,
  type JsonText,
  joinFields,
  joinItems,
  orNull,
  parseJson,
  toJsonText,
} from './json-text.ts';

const table = {
  'GET /note': {
    summary: 'A note',
    access: 'public',
    rate: 'read',
    response: Type.Object({ id: Type.String(), text: Type.String() }),
  },
} as const satisfies RouteTable<'public'>;

test('texts are put together without being read', () => {
  const note = toJsonText({ id: 'a' });
  expect(parseJson(addFields(note, { text: 'b', tags: [1] }))).toEqual({ id: 'a', text: 'b', tags: [1] });
  expect(parseJson(joinFields({ note, list: joinItems([note, note]) }))).toEqual({
    note: { id: 'a' },
    list: [{ id: 'a' }, { id: 'a' }],
  });
  expect([orNull(note), orNull(undefined)]).toEqual(['{"id":"a"}', 'null']);
});

test('a handler that answers another description does not compile', async () => {
  type Note = { id: string; text: string };
  const none = { 'GET /note': async () => null as unknown as RawJson<Note> };
  const good: Handlers<typeof table, { public: null }> = none;
  const [lacking, more, other] = [
    async () => new RawJson(toJsonText({ id: 'a' })),
    async () => new RawJson(toJsonText({ id: 'a', text: 'b', isAdmin: true })),
    async () => new RawJson('{"id":"a","text":"b"}' as JsonText<Note[]>),
  ];
  const bad: Handlers<typeof table, { public: null }>[] = [
    // @ts-expect-error a field is missing
    { 'GET /note': lacking },
    // @ts-expect-error a field is not in the table
    { 'GET /note': more },
    // @ts-expect-error a list in place of one
    { 'GET /note': other },
  ];
  expect([good, ...bad]).toHaveLength(4);
});
