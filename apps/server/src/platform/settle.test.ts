import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./settle.fixture.ts', import.meta.url));

test('a tick outlives collections that meet no other, and later ones are of its shape', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--allow-natives-syntax', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ isHeld: true, isOfOneShape: true });
});
