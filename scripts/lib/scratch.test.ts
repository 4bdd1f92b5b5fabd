import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { chooseScratch } from './scratch.mjs';

const GIB = 1024 ** 3;
const ROOMY = {
  mounts: 'proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n',
  freeBytes: 12 * GIB,
  availableBytes: 20 * GIB,
};

test('a machine with much memory keeps what tests write in it', () => {
  expect(chooseScratch(ROOMY)).toBe('/dev/shm');
});

test.each([
  ['a folder in memory that is too small', { freeBytes: 64 * 1024 * 1024 }],
  ['too little memory left for servers and browsers', { availableBytes: 8 * GIB }],
  ['one where no program may run', { mounts: 'tmpfs /dev/shm tmpfs rw,noexec 0 0\n' }],
  ['one that nobody may write', { mounts: 'tmpfs /dev/shm tmpfs ro 0 0\n' }],
  ['none at all', { mounts: 'proc /proc proc rw 0 0\n' }],
])('%s: the folder of the system', (_what, machine) => {
  expect(chooseScratch({ ...ROOMY, ...machine })).toBe(tmpdir());
});
