import { expect, test } from 'vitest';
import type { Copier } from './copy.ts';
import { createRandom } from './random.ts';
import { copyWorkspace } from './workspace-rows.ts';

/** As many as stand around the one that is measured in the widest set. */
const workspaces = 9925;

test('ten thousand workspaces of one seed have public ids of their own, as the provider makes them', async () => {
  const kept: Copier = { rows: async () => 0, query: async () => [] };
  const size = { members: 1, clients: 1, projects: 1, activities: 1 };
  const ids: string[] = [];
  for (let at = 1; at <= workspaces; at++) {
    const slug = `around-${at}`;
    const shape = {
      ...size,
      name: slug,
      slug,
      regionCode: 'us',
      createdAt: new Date('2025-11-10T00:00:00Z'),
    };
    ids.push((await copyWorkspace(kept, createRandom(`bench ${slug}`), shape)).publicId);
  }
  expect(new Set(ids).size).toBe(workspaces);
  expect(ids.every((id) => /^[a-z][a-z0-9]{7}$/.test(id))).toBe(true);
});
