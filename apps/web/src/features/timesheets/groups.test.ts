import { expect, test } from 'vitest';
import { groupRows } from './groups.ts';
import type { Row } from './sheet.ts';

const row = (projectID: string, clientName: string | null, minutes: number): Row => ({
  key: `${projectID}.${minutes}`,
  projectID,
  activityID: null,
  projectName: projectID,
  clientName,
  activityName: null,
  isBillable: true,
  color: null,
  cells: [],
  minutes,
  isPinned: false,
});

test('rows stand under their client with its subtotal, and count through the whole sheet', () => {
  const groups = groupRows([row('a', 'Acme', 60), row('b', 'Acme', 30), row('c', null, 15)]);
  expect(groups.map(({ clientName, minutes }) => [clientName, minutes])).toEqual([
    ['Acme', 90],
    [null, 15],
  ]);
  expect(groups.flatMap(({ rows }) => rows.map(({ index }) => index))).toEqual([0, 1, 2]);
});

test('a client that comes again joins its group, and the index follows what is seen', () => {
  const groups = groupRows([row('a', 'Acme', 60), row('c', 'Bolt', 15), row('b', 'Acme', 30)]);
  expect(groups.map(({ rows }) => rows.map(({ row: { projectID }, index }) => [projectID, index]))).toEqual([
    [
      ['a', 0],
      ['b', 1],
    ],
    [['c', 2]],
  ]);
});

test('a project is named once for all of its activities', () => {
  const [group] = groupRows([row('a', 'Acme', 60), row('a', 'Acme', 30), row('b', 'Acme', 10)]);
  expect(group?.rows.map(({ isContinued }) => isContinued)).toEqual([false, true, false]);
});
