/**
 * Goes through deploy/Dockerfile step by step where no images can be had: in a clean Debian made by debootstrap, with the
 * Node of the lockfile in the place of the base image's. Then starts what came out, read-only and as its user, and asks
 * it for its health and a page. Ends with 0 when all of it works. Needs root, the network, and some minutes; CLEAN_DEBIAN
 * names a root that debootstrap made before.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readStages } from './deploy/dockerfile.mjs';
import { findProductNode } from './lib/node-binary.mjs';
import { inRoot, root as repository } from './lib/paths.mjs';
import { runCommand, StopError } from './lib/steps.mjs';

/** Where packages of Debian come from; a mirror near by is quicker. */
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';

/** Authorities that this machine trusts, which may be more than Node brings along. */
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt';

await runCommand(async () => {
  const folder = mkdtempSync('/var/tmp/stint-image-');
  try {
    const debian = makeDebian(join(folder, 'debian'));
    const roots = new Map();
    let last = { root: '', cwd: '/', env: /** @type {Record<string, string>} */ ({}) };
    for (const [index, stage] of readStages().entries()) {
      const target = join(folder, `stage-${index}`);
      run('cp', ['-a', debian, target]);
      if (stage.image.startsWith('node:')) addNode(target);
      console.log(
        `FROM ${stage.image}: a clean Debian${stage.image.startsWith('node:') ? ' with Node and npm' : ''}`,
      );
      last = runStage(stage, target, roots);
      roots.set(stage.name, target);
    }
    run('du', ['-sh', '--apparent-size', last.root]);
    tryOut(last);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {string} target */
function makeDebian(target) {
  if (process.env.CLEAN_DEBIAN) return process.env.CLEAN_DEBIAN;
  run('debootstrap', ['--variant=minbase', 'bookworm', target, MIRROR]);
  // Debian leaves its packages there; images do not.
  rmSync(join(target, 'var/cache/apt/archives'), { recursive: true, force: true });
  return target;
}

/** What the image of Node has more than Debian: Node in /usr/local, and the npm that runs this. @param {string} target */
function addNode(target) {
  const npm = join(dirname(dirname(realPath('npm'))));
  mkdirSync(join(target, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(findProductNode(), join(target, 'usr/local/bin/node'), { dereference: true });
  cpSync(npm, join(target, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  const script = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  writeFileSync(join(target, 'usr/local/bin/npm'), script, { mode: 0o755 });
  mkdirSync(join(target, dirname(TRUSTED)), { recursive: true });
  if (existsSync(TRUSTED)) cpSync(TRUSTED, join(target, TRUSTED), { dereference: true });
  cpSync('/etc/resolv.conf', join(target, 'etc/resolv.conf'), { dereference: true });
}

/** @param {string} name */
function realPath(name) {
  return run('sh', ['-c', `readlink -f "$(command -v ${name})"`], { quiet: true }).trim();
}

/**
 * @param {import('./deploy/dockerfile.mjs').Stage} stage
 * @param {string} target
 * @param {Map<string | null, string>} roots those of the stages before, by name
 */
function runStage(stage, target, roots) {
  let cwd = '/';
  let user = '0:0';
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {Record<string, (step: import('./deploy/dockerfile.mjs').Step) => void>} */
  const steps = {
    WORKDIR({ text }) {
      cwd = resolve(cwd, text);
      mkdirSync(join(target, cwd), { recursive: true });
    },
    ENV({ words }) {
      for (const word of words) env[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
    },
    USER({ text }) {
      user = text;
    },
    COPY({ words, flags }) {
      const to = words.at(-1) ?? '';
      const from = flags.from === undefined ? null : (roots.get(flags.from) ?? '');
      for (const word of words.slice(0, -1)) {
        const into = to.endsWith('/') || to === '.' || words.length > 2 ? join(to, lastPart(word)) : to;
        const place = join(target, resolve(cwd, into));
        mkdirSync(dirname(place), { recursive: true });
        if (from === null && word === '.') copyContext(place === join(target, cwd) ? place : dirname(place));
        else run('cp', ['-aT', from === null ? inRoot(word) : join(from, word), place]);
        if (flags.chown) run('chown', ['-R', flags.chown, place]);
      }
    },
    RUN({ text }) {
      const base = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/root', NODE_EXTRA_CA_CERTS: TRUSTED };
      const given = Object.entries({ ...base, ...env });
      const settings = [...given, ...passedOn()].map(([key, value]) => `${key}=${value}`);
      const script = `cd ${cwd} && ${text}`;
      run('chroot', [
        `--userspec=${user}`,
        target,
        '/usr/bin/env',
        '-i',
        ...settings,
        '/bin/sh',
        '-ec',
        script,
      ]);
    },
  };
  for (const step of stage.steps) {
    console.log(`${step.keyword} ${step.text}`);
    steps[step.keyword]?.(step);
  }
  return { root: target, cwd, env, user, steps: stage.steps };
}

/** How npm reaches the registry from here. */
function passedOn() {
  return Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name),
  );
}

/** What a builder is sent: the files of the repository, less those of .dockerignore. @param {string} place */
function copyContext(place) {
  const without = ['bench', 'deploy', 'docs', 'e2e'].map((name) => `:(exclude)${name}`);
  const files = run(
    'git',
    ['-C', repository, 'ls-files', '-zco', '--exclude-standard', '--', '.', ...without],
    { quiet: true },
  );
  const list = `${place}.list`;
  writeFileSync(
    list,
    files
      .split('\0')
      .filter((file) => existsSync(inRoot(file)))
      .join('\0'),
  );
  run('sh', ['-c', `tar -C "$1" --null -T "$2" -cf - | tar -C "$3" -xf -`, 'sh', repository, list, place]);
  rmSync(list);
}

/** @param {string} path */
function lastPart(path) {
  return path === '.' ? '' : (path.split('/').filter(Boolean).at(-1) ?? '');
}

/** Waits until the product answers, then asks for a page, by the name that only browsers know. @param {number} port */
function asking(port) {
  return `import { get } from 'node:http';
    const headers = { host: 'stint.localhost:${port}' };
    const ask = (path) => new Promise((resolve) => {
      get({ host: '127.0.0.1', port: ${port}, path: '/' + path, headers }, async (answer) => {
        let text = '';
        for await (const part of answer) text += part;
        resolve({ status: answer.statusCode, text });
      }).on('error', () => resolve({ status: 0, text: '' }));
    });
    let health = await ask('healthz');
    for (let tries = 0; tries < 600 && health.status !== 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      health = await ask('healthz');
    }
    const page = await ask('home');
    console.log('healthz', health.status, 'home', page.status, page.text.length);
    process.exit(page.status === 200 && page.text.includes('</html>') ? 0 : 1);`;
}

/**
 * The command of a step in its form as a list, each word quoted for a shell.
 * @param {import('./deploy/dockerfile.mjs').Step[]} steps
 * @param {string} keyword
 */
function commandOf(steps, keyword) {
  const text = steps.find((step) => step.keyword === keyword)?.text ?? '';
  const words = /** @type {string[]} */ (JSON.parse(text.slice(text.indexOf('['))));
  return words.map((word) => `'${word}'`).join(' ');
}

/** Starts the pages alone, which need no database, on a root that nobody can write to. @param {any} image */
function tryOut({ root, cwd, env, user, steps }) {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = {
    ...env,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    SERVICES: 'web',
    PORT: String(port),
    LISTEN_ADDRESS: '127.0.0.1',
    MODE: 'test',
    AUTH_BASE_URL: 'http://127.0.0.1:9/v0/',
    AUTH_TENANT_ID: 'abcd1234',
    AUTH_ADMIN_KEY: `lk_test_admin_abcd1234_${'0123456789abcdef'.repeat(4)}`,
  };
  const given = Object.entries(settings).map(([key, value]) => `${key}='${value}'`);
  writeFileSync(join(root, 'ask.mjs'), asking(port));
  const inside = `chroot --userspec=${user} ${root} /usr/bin/env -i ${given.join(' ')}`;
  const start = `${commandOf(steps, 'ENTRYPOINT')} ${commandOf(steps, 'CMD')}`;
  const script = `set -e
    mount --bind ${root} ${root} && mount -o remount,ro,bind ${root}
    mount -t tmpfs tmpfs ${root}/tmp && mount -t tmpfs -o uid=10001,gid=10001,mode=0700 tmpfs ${root}/data
    mount -t proc proc ${root}/proc; mount --rbind /dev ${root}/dev
    ${inside} /bin/sh -c 'cd "$0" && exec "$@"' ${cwd} ${start} &
    server=$!
    trap 'kill $server; wait $server || true' EXIT
    ${inside} node /ask.mjs
    ${inside} ${commandOf(steps, 'HEALTHCHECK')}
    if ${inside} /bin/sh -c 'touch ${cwd}/written' 2> /dev/null; then echo 'its root can be written to'; exit 1; fi`;
  console.log('Starting it: read-only, as its user, the pages alone');
  run('unshare', ['-m', '/bin/sh', '-c', script]);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
function run(command, args, { quiet = false } = {}) {
  const { status, stdout, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'inherit'],
  });
  if (error) throw new StopError(`${command} cannot be run: ${error.message}`);
  if (status !== 0) throw new StopError(`${command} ended with code ${status}`);
  return stdout ?? '';
}
