import { expect, test } from 'vitest';
import { newsOf, type PersonNews, type PersonNote } from './person-news.ts';

const note = (action: PersonNote['action'], tenantId: string | null = null): PersonNote => ({
  tenantId,
  action,
});
const told = (tenantId: string, action: PersonNews['action']): PersonNews => ({ tenantId, action });

test.each<[string, PersonNote[], string[], PersonNews[]]>([
  ['a new person', [note('create'), note('update')], [], [told('root', 'create')]],
  [
    'a new person who comes through a child',
    [note('create'), note('create', 'a')],
    ['a'],
    [told('root', 'create'), told('a', 'create')],
  ],
  [
    'somebody known joins a child',
    [note('create', 'a')],
    ['a', 'b'],
    [told('root', 'update'), told('a', 'create')],
  ],
  ['another role', [note('update', 'a')], ['a', 'b'], [told('root', 'update'), told('a', 'update')]],
  ['a role in the root itself', [note('create', 'root')], ['a'], [told('root', 'update')]],
  ['somebody leaves', [note('delete', 'a')], ['b'], [told('root', 'update'), told('a', 'delete')]],
  [
    'another name, which every child shows',
    [note('update')],
    ['a', 'b'],
    [told('root', 'update'), told('a', 'update'), told('b', 'update')],
  ],
  [
    'another name while joining',
    [note('update'), note('create', 'b')],
    ['a', 'b'],
    [told('root', 'update'), told('b', 'create'), told('a', 'update')],
  ],
  [
    'the end of a person',
    [note('delete', 'a'), note('delete', 'b'), note('delete')],
    [],
    [told('root', 'delete'), told('a', 'delete'), told('b', 'delete')],
  ],
  [
    'somebody who came and went at once',
    [note('create'), note('create', 'a'), note('delete', 'a'), note('delete')],
    [],
    [],
  ],
  [
    'out and in again',
    [note('delete', 'a'), note('create', 'a')],
    ['a'],
    [told('root', 'update'), told('a', 'update')],
  ],
])('%s', (_name, notes, children, expected) => {
  expect(newsOf(notes, 'root', children)).toEqual(expected);
});
