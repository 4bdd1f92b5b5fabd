import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '../scripts/lib/paths.mjs';
import { startWidgetSite, type WidgetSite } from './widget/page.ts';

const run = promisify(execFile);
const PACKAGES = ['@latchkey/client', '@latchkey/widget'];

/** The versions of React that the widget promises, and whose `node_modules` holds them. */
const REACTS = [
  ['18.3.1', 'packages/auth-widget-react-18'],
  ['19.3.1', 'packages/auth-widget'],
] as const;

/** Both packages are built, by their compilers. */
const BUILD_PATIENCE_MS = 600_000;

let folder: string;
let archives: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-packages-'));
  const workspaces = PACKAGES.flatMap((name) => ['-w', name]);
  await npm(inRoot(), ['pack', ...workspaces, '--pack-destination', folder]);
  archives = ['latchkey-client-0.1.0.tgz', 'latchkey-widget-0.1.0.tgz'].map((name) => join(folder, name));
}, BUILD_PATIENCE_MS);
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

test.each([0, 1])(
  'archive %i holds modules, declarations, licence and notes, and names nothing of this repository',
  async (index) => {
    const { stdout } = await run('tar', ['-tzf', archives[index] ?? '']);
    const files = stdout.trim().split('\n');
    expect(files).toEqual(
      expect.arrayContaining(['index.js', 'index.d.ts'].map((name) => `package/dist/package/${name}`)),
    );
    const others = files.filter((name) => !name.startsWith('package/dist/package/'));
    expect(others.sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json']);
    const { stdout: text } = await run('tar', ['-xzOf', archives[index] ?? '', 'package/dist'], {
      maxBuffer: 2 ** 26,
    });
    expect(text).not.toMatch(/@stint\/|@latchkey\/client['"]|\.tsx?['"]/);
  },
);

test.each([0, 1])('archive %i alone installs into an empty project', async (index) => {
  const project = await emptyProject(`alone-${index}`);
  const needed = index === 0 ? [] : packagesOf(['react', 'react-dom'], inRoot('packages/auth-widget'));
  await install(project, [archives[index] ?? '', ...needed]);
  const name = PACKAGES[index] ?? '';
  const source = `console.log(Object.keys(await import('${name}')).join())`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], { cwd: project });
  expect(stdout).toContain(index === 0 ? 'createAuthClient' : 'SignInWidget');
});

describe.each(REACTS)('an empty project with React %s', (version, holder) => {
  let project: string;

  beforeAll(async () => {
    project = await emptyProject(`react-${version}`);
    const names = ['react', 'react-dom', '@types/react', '@types/react-dom'];
    await install(project, [...archives, ...packagesOf(names, inRoot(holder))]);
    await writeFile(join(project, 'page.tsx'), await pageSource());
    await writeFile(join(project, 'program.ts'), PROGRAM);
  });

  test.each([
    ['typescript-5.5', 'bundler'],
    ['typescript-5.5', 'nodenext'],
    ['typescript', 'bundler'],
    ['typescript', 'nodenext'],
  ])('%s accepts a strict program that uses both, resolved as %s', async (compiler, resolution) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // Every declaration of ours and of what comes along is checked; those of the compiler itself are not ours.
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: resolution === 'bundler' ? 'esnext' : resolution,
      moduleResolution: resolution,
      jsx: 'react-jsx',
      types: [],
    };
    const files = ['page.tsx', 'program.ts'];
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = inRoot('node_modules', compiler, 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((failed) => failed);
    expect(stdout).toBe('');
  });

  describe('in a browser, against a running provider', () => {
    let site: WidgetSite;

    beforeAll(async () => {
      site = await startWidgetSite();
      await site.setFlow(['email/password']);
      await site.buildReact({ root: project, input: join(project, 'page.tsx') });
    });
    afterAll(() => site?.close());

    test('somebody signs up, is shown, and logs out', async () => {
      const context = await site.newContext();
      const page = await site.openAs('react', context, '/signup', { redirect: false });
      await page.getByText(`React ${version}`).waitFor();
      await page.getByText('Signed out').waitFor();
      await page.getByLabel('Email address').fill('ada@example.com');
      await page.getByLabel('Choose a password', { exact: true }).fill('correct horse battery 9');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Signed in as ada@example.com').waitFor();
      const radius = await page
        .locator('.latchkey-card')
        .evaluate((card) => getComputedStyle(card).borderRadius);
      expect(radius).toBe('12px');
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByText('Signed out').waitFor();
      await context.close();
      expect(site.complaints).toEqual([]);
    });
  });
});

/** What another team may write with the client alone. */
const PROGRAM = `import { AuthError, createAuthClient, type AuthClient, type User } from '@latchkey/client';
import { SignInWidget, type SignInWidgetProps } from '@latchkey/widget';
import { defineElements } from '@latchkey/widget/elements';

const client: AuthClient = createAuthClient({ tenantId: 'abcd1234', baseUrl: 'https://auth.example.com/v0/' });
export const props: SignInWidgetProps = { client, type: 'login', theme: { colorScheme: 'dark' } };
export const widget: (props: SignInWidgetProps) => unknown = SignInWidget;
export const stop: () => void = client.on('signedOut', ({ reason }) => console.log(reason.toUpperCase()));
export async function signIn(emailOrUsername: string, password: string): Promise<User | null> {
  try {
    const result = await client.login({ method: 'password', emailOrUsername, password, redirect: false });
    return 'user' in result ? result.user : null;
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.retryAfterSeconds !== undefined) return null;
    throw thrown;
  }
}
// @ts-expect-error a method that does not exist is found by the compiler
void client.login({ method: 'carrier-pigeon' });
defineElements();
`;

/** The page that the widget's own tests use, as another team writes it. */
async function pageSource(): Promise<string> {
  const source = await readFile(
    inRoot('packages', 'auth-widget', 'src', 'testing', 'react-page.fixture.tsx'),
    'utf8',
  );
  return source
    .replace("'../styles.css'", "'@latchkey/widget/styles.css'")
    .replace("'../index.ts'", "'@latchkey/widget'");
}

async function emptyProject(name: string): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  return project;
}

/** Copies of archives and folders, without a registry and with an empty cache: nothing else can come along. */
async function install(project: string, packages: string[]): Promise<void> {
  const cache = join(folder, 'cache');
  await npm(project, ['install', '--offline', '--install-links', '--cache', cache, ...packages]);
}

/** As another team runs it: with nothing of the settings of this run. */
async function npm(cwd: string, args: string[]): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  await run('npm', [...args, '--no-audit', '--no-fund'], { cwd, env, maxBuffer: 2 ** 26 });
}

/** The folders of packages and of all that they need, as found from a folder. */
function packagesOf(names: readonly string[], from: string, found = new Map<string, string>()): string[] {
  for (const name of names) {
    if (found.has(name)) continue;
    const path = findPackage(name, from);
    found.set(name, path);
    const { dependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    packagesOf(Object.keys(dependencies), path, found);
  }
  return [...found.values()];
}

/** Node's way: the nearest `node_modules` upwards that holds it. */
function findPackage(name: string, from: string): string {
  const path = join(from, 'node_modules', name);
  if (existsSync(path)) return path;
  if (dirname(from) === from) throw new Error(`${name} is not installed`);
  return findPackage(name, dirname(from));
}
