import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Archive, keepFile, readTextOf } from './files.ts';
import { claimFolder, findOwner, requireArchive } from './marker.ts';
import { packFolder, unpack } from './pack.ts';
import { archiveKey, readKeys, writeKeys } from './sealed.ts';

const key = archiveKey('Zr2pX0vQm8sKd4tWfY7hLb1nJc5gUe9aPo3i');
const former = archiveKey('q8Wc3nYt6Rb1Zk5Jv0Hs7Dm2Xf4Lg9PaTe0u');
/** Longer than a record, and nothing that becomes small. */
const long = randomBytes(3_000_000);

let root: string;
let archive: Archive;

beforeEach(async () => {
  root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'archive-'));
  archive = { folder: root, keys: [key, former] };
});
afterEach(() => rm(root, { recursive: true, force: true }));

const content =
  (...parts: (Buffer | string)[]) =>
  () =>
    Readable.from(parts.map((part) => Buffer.from(part)));

describe('a file of an archive', () => {
  test('comes back as it was, and shows nothing of what it holds', async () => {
    for (const text of ['', 'short', long.toString('hex')]) {
      await keepFile(archive, `of-${text.length}`, content(text));
      expect(await readTextOf(archive, `of-${text.length}`)).toBe(text);
      const kept = await readFile(join(root, `of-${text.length}`));
      expect(kept.includes(text || 'nothing')).toBe(false);
    }
  });

  test('is kept once: the same again is a success, another content is refused and changes nothing', async () => {
    await keepFile(archive, 'one', content('first'));
    await keepFile(archive, 'one', content('fi', 'rst'));
    await expect(keepFile(archive, 'one', content('second'))).rejects.toMatchObject({ code: 'different' });
    expect(await readTextOf(archive, 'one')).toBe('first');
  });

  test('that a killed writer left unfinished, at any byte, is written anew', async () => {
    await keepFile(archive, 'one', content(long));
    const { length } = await readFile(join(root, 'one'));
    for (const bytes of [0, 5, 20, 32, 40, Math.floor(length / 2), length - 17, length - 1]) {
      await truncate(join(root, 'one'), bytes);
      await expect(readTextOf(archive, 'one')).rejects.toMatchObject({ code: 'unfinished' });
      await keepFile(archive, 'one', content(long));
      expect(await readTextOf(archive, 'one')).toBe(long.toString('utf8'));
    }
  });

  test('with one byte changed is damaged, and never given out', async () => {
    await keepFile(archive, 'one', content(long));
    const bytes = await readFile(join(root, 'one'));
    for (const at of [0, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(join(root, 'one'), changed);
      await expect(readTextOf(archive, 'one')).rejects.toMatchObject({ code: 'damaged' });
      await expect(keepFile(archive, 'one', content(long))).rejects.toMatchObject({ code: 'damaged' });
    }
    await writeFile(join(root, 'one'), Buffer.concat([bytes, Buffer.from('x')]));
    await expect(readTextOf(archive, 'one')).rejects.toMatchObject({ code: 'damaged' });
  });

  test('cannot stand for another one', async () => {
    await keepFile(archive, 'one', content('first'));
    await copyFile(join(root, 'one'), join(root, 'two'));
    await expect(readTextOf(archive, 'two')).rejects.toMatchObject({ code: 'damaged' });
  });

  test('opens with any key of the ring, and says which to set where none of them fits', async () => {
    await keepFile({ folder: root, keys: [former] }, 'old', content('sealed before'));
    expect(await readTextOf(archive, 'old')).toBe('sealed before');
    await keepFile(archive, 'old', content('sealed before'));
    const wrong = readTextOf({ folder: root, keys: [key] }, 'old');
    await expect(wrong).rejects.toThrow('old of the archive was sealed with another key: set ARCHIVE_KEY');
    await expect(readTextOf(archive, 'none')).rejects.toThrow('The archive has no none.');
  });

  test('leaves nothing behind where it could not be written whole', async () => {
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('begun');
          throw new Error('no more');
        })(),
      );
    await expect(keepFile(archive, 'one', broken)).rejects.toThrow('no more');
    expect(await readdir(root)).toEqual([]);
  });
});

test('keys come through the environment of a program as they were', () => {
  expect(readKeys(writeKeys([key, former]))).toEqual([key, former]);
});

describe('the folder of an archive', () => {
  test('belongs to one database: another one is refused by name', async () => {
    const folder = join(root, 'new');
    expect(await findOwner(folder)).toBe(null);
    await claimFolder(folder, '7431');
    await claimFolder(folder, '7431');
    expect(await findOwner(folder)).toBe('7431');
    await expect(claimFolder(folder, '8000')).rejects.toThrow(
      /is the archive of another database \(7431, this is 8000\): name an empty folder with ARCHIVE_DIR/,
    );
  });

  test('without its mark is not mounted, and gets nothing', async () => {
    await expect(requireArchive(root, '7431')).rejects.toThrow('is not the archive any more');
    await writeFile(join(root, 'archive.json'), '{"format":2,"system":"7431"}');
    await expect(findOwner(root)).rejects.toThrow(/is none that this version reads \(format 1\)/);
  });

  test('that cannot be made says so', async () => {
    await expect(claimFolder(join(root, 'a', 'b'), '7431')).rejects.toThrow(/cannot be used \(ENOENT\)/);
    await writeFile(join(root, 'file'), '');
    await expect(claimFolder(join(root, 'file'), '7431')).rejects.toThrow(/cannot be used \(ENOTDIR\)/);
  });
});

test('a folder is packed and laid out again, without what is left out', async () => {
  const [from, to] = [join(root, 'from'), join(root, 'to')];
  for (const folder of [from, to, join(from, 'base'), join(from, 'pg_wal')]) await mkdir(folder);
  await writeFile(join(from, 'base', 'long'), long);
  await writeFile(join(from, 'empty'), '');
  await writeFile(join(from, 'pg_wal', 'segment'), 'x');
  await writeFile(join(from, 'postmaster.pid'), '1');
  const leftOut = { pg_wal: 'content', 'postmaster.pid': 'whole' } as const;
  await unpack(
    packFolder(from, (path) => leftOut[path as keyof typeof leftOut] ?? null),
    to,
  );
  expect((await readdir(to, { recursive: true })).sort()).toEqual(['base', 'base/long', 'empty', 'pg_wal']);
  expect((await readFile(join(to, 'base', 'long'))).equals(long)).toBe(true);
});
