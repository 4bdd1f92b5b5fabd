import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { chooseScratch } from './scratch.mjs';

const GIB = 1024 ** 3;
const ROOMY = {
  mounts: 'proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n',
  spaceBytes: 12 * GIB,
  freeBytes: 20 * GIB,
  allowedBytes: 18 * GIB,
};

test('a machine with much memory keeps what tests write in it', () => {
  expect(chooseScratch(ROOMY)).toBe('/dev/shm');
  // A Node that cannot say what a process may have of it.
  expect(chooseScratch({ ...ROOMY, allowedBytes: undefined })).toBe('/dev/shm');
});

test('where somebody says where temporary files belong, they go there', () => {
  expect(chooseScratch({ ...ROOMY, asked: '/mnt/quick' })).toBe('/mnt/quick');
});

test.each([
  ['a folder in memory that is too small', { spaceBytes: 64 * 1024 * 1024 }],
  ['too little memory left for servers and browsers', { freeBytes: 8 * GIB }],
  ['a container that may have little of the memory', { allowedBytes: 4 * GIB }],
  ['one where no program may run', { mounts: 'tmpfs /dev/shm tmpfs rw,noexec 0 0\n' }],
  ['one that nobody may write', { mounts: 'tmpfs /dev/shm tmpfs ro 0 0\n' }],
  ['none at all', { mounts: 'proc /proc proc rw 0 0\n' }],
])('%s: the folder of the system', (_what, machine) => {
  expect(chooseScratch({ ...ROOMY, ...machine })).toBe(tmpdir());
});
