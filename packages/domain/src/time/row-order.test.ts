import { expect, test } from 'vitest';
import { compareRows } from './row-order.ts';

test('rows stand by client, project and activity; those without a client come last, those without an activity first', () => {
  const row = (clientName: string | null, projectName: string, activityName: string | null = null) => ({
    clientName,
    projectName,
    activityName,
  });
  const inOrder = [
    row('Aare', 'Zoo'),
    row('Birs', 'Pier'),
    row('Birs', 'Pier', 'Design'),
    row('Birs', 'Quay', 'Admin'),
    row(null, 'Absence'),
    row(null, 'Studio'),
  ];
  expect(inOrder.toReversed().toSorted(compareRows)).toEqual(inOrder);
});
