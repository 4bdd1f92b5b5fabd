import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { inRoot } from '../lib/paths.mjs';

/** One object of a Kubernetes file. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
} & Record<string, unknown>;

/** Text of a file below `deploy`. */
export function readDeploy(...path: string[]): string {
  return readFileSync(inRoot('deploy', ...path), 'utf8');
}

/** Every YAML document of a text; one that is no YAML throws with its place. */
export function parseYaml(text: string): unknown[] {
  return parseAllDocuments(text, { merge: true, strict: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });
}

/** The objects of the files in a folder below `deploy`, but for what only kustomize reads. */
export function readManifests(folder: string): Manifest[] {
  return readdirSync(inRoot('deploy', folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => parseYaml(readDeploy(join(folder, name)))) as Manifest[];
}
