import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { type Manifest, parseYaml, readManifests } from './files.ts';

const OVERLAYS = ['small', 'large'];
const kubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** Below node_modules, where a compiler finds the published types. */
const cache = inRoot('node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'manifests-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * What is wrong with the objects by the schemas of Kubernetes. The npm package `kubernetes-models` carries them as types:
 * as a literal of its type, an object with a field that is unknown, missing or of another kind does not compile.
 */
function check(manifests: Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const type = `import('kubernetes-models/${manifest.apiVersion}/${manifest.kind}').I${manifest.kind}`;
    const name = `${manifest.kind}_${manifest.metadata.name.replaceAll('-', '_')}_${index}`;
    return `export const ${name}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  writeFileSync(join(folder, 'objects.mts'), lines.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
  const { stdout, stderr } = spawnSync(
    inRoot('node_modules', '.bin', 'tsc'),
    [...options, join(folder, 'objects.mts')],
    { encoding: 'utf8' },
  );
  return stdout + stderr;
}

function render(overlay: string): Manifest[] {
  const path = inRoot('deploy', 'kubernetes', 'overlays', overlay);
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseYaml(stdout) as Manifest[];
}

type Pod = {
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: {
    envFrom: { configMapRef: { name: string } }[];
    securityContext: Record<string, unknown>;
    readinessProbe?: { httpGet: { path: string } };
  }[];
  volumes: { name: string; secret?: { secretName: string; items: { key: string }[] } }[];
};

/** What no schema says of the objects together, and is not so. */
function findGaps(manifests: Manifest[]): string[] {
  const named = (kind: string) =>
    new Map(manifests.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one]));
  const maps = named('ConfigMap');
  const gaps = [...named('Deployment'), ...named('Job')].flatMap(([name, { kind, spec }]) => {
    const pod = (spec as { template: { spec: Pod } }).template.spec;
    const [container] = pod.containers;
    const settings = (container?.envFrom ?? []).map(({ configMapRef }) => maps.get(configMapRef.name));
    const files = settings.flatMap((map) => Object.entries((map?.data ?? {}) as Record<string, string>));
    const wanted = files.filter(([key]) => key.endsWith('_FILE')).map(([, path]) => path);
    const given = pod.volumes.find((volume) => volume.secret)?.secret?.items ?? [];
    const rules: Record<string, boolean> = {
      'runs as nobody': pod.securityContext.runAsNonRoot === true,
      'has a read-only root': container?.securityContext.readOnlyRootFilesystem === true,
      'gains no rights': container?.securityContext.allowPrivilegeEscalation === false,
      'finds its settings': !settings.includes(undefined),
      'gets the secrets it reads and no others': isSame(
        given.map(({ key }) => `/run/secrets/stint/${key}`),
        wanted,
      ),
      ...(kind === 'Deployment'
        ? {
            'is asked whether it is ready': container?.readinessProbe?.httpGet.path === '/readyz',
            'has a service': named('Service').has(name),
            'has a disruption budget': named('PodDisruptionBudget').has(name),
            'has time to drain': (pod.terminationGracePeriodSeconds ?? 0) >= 40,
          }
        : {}),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${kind} ${name}: ${rule}`]));
  });
  return gaps;
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length;
}

describe('the manifests for Kubernetes', () => {
  test('are objects of the published schemas (npm package kubernetes-models), and fit together', () => {
    const manifests = [
      ...readManifests('kubernetes/base'),
      ...OVERLAYS.flatMap((overlay) => readManifests(`kubernetes/overlays/${overlay}`)),
    ];
    expect(manifests.length).toBeGreaterThan(10);
    expect(check(manifests)).toBe('');
    expect(findGaps(manifests)).toEqual([]);
  });

  test('an object with an unknown, a missing or a wrong field is found', () => {
    const [deployment] = readManifests('kubernetes/base').filter(({ kind }) => kind === 'Deployment');
    const text = JSON.stringify(deployment);
    const broken = [
      text.replace('"readinessProbe"', '"readynessProbe"'),
      text.replace('"selector"', '"selectors"'),
      text.replace('"replicas":1', '"replicas":"1"'),
    ];
    expect(broken).not.toContain(text);
    const found = check(broken.map((one) => JSON.parse(one) as Manifest));
    // A line each, in this order.
    for (const line of [1, 2, 3]) expect(found).toMatch(new RegExp(`objects\\.mts\\(${line},.+error TS`));
  });

  test('every file of a folder is named by its kustomization', () => {
    for (const place of ['base', ...OVERLAYS.map((overlay) => `overlays/${overlay}`)]) {
      const text = readFileSync(inRoot('deploy', 'kubernetes', place, 'kustomization.yaml'), 'utf8');
      const [{ resources }] = parseYaml(text) as [{ resources: string[] }];
      const named = resources.filter((name) => name.endsWith('.yaml'));
      const objects = named.flatMap((name) =>
        parseYaml(readFileSync(inRoot('deploy', 'kubernetes', place, name), 'utf8')),
      );
      expect(objects).toHaveLength(readManifests(`kubernetes/${place}`).length);
    }
  });

  test.runIf(kubectl).for(OVERLAYS)(
    'the overlay %s, rendered by kubectl (left out where that is not installed)',
    (overlay) => {
      const rendered = render(overlay);
      expect(check(rendered)).toBe('');
      expect(findGaps(rendered)).toEqual([]);
      const places = rendered.map(({ metadata }) => (metadata as { namespace?: string }).namespace);
      expect(new Set(places)).toEqual(new Set(['stint']));
    },
  );
});
