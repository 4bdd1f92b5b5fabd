import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../lib/files.mjs';
import { inRoot } from '../lib/paths.mjs';
import { parseYaml, readDeploy } from './files.ts';

type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] };
type Dashboard = { panels: { id: number; title: string; targets: { expr: string }[] }[] };

const [rules] = parseYaml(readDeploy('monitoring', 'alerts.yaml')) as [Rules];
const dashboard = JSON.parse(readDeploy('monitoring', 'dashboard.json')) as Dashboard;
const alerts = rules.groups.flatMap((group) => group.rules);
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
] as [string, string][];

/** What Prometheus makes by itself, and what its client for Node tells of every process. */
const OTHERS = /^(up|process_\w+|nodejs_\w+)$/;

/** Names in the sources of the server, which registers each metric by one. */
const named = new Set(
  listFiles(inRoot('apps', 'server', 'src'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => readFileSync(join(path), 'utf8').match(/'(?:stint|latchkey|http)_[a-z_]+'/g) ?? [])
    .map((text) => text.slice(1, -1)),
);

/** Nodes of one kind in an expression, as text; `⚠` are those that the grammar of Prometheus does not know. */
function find(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) found.push(expression.slice(from, to) || '(missing)');
    },
  });
  return found;
}

describe('alerts and dashboard', () => {
  test.each(expressions)(
    '%s: the expression is one to the grammar of Prometheus (@prometheus-io/lezer-promql)',
    (_name, expr) => {
      expect(find(expr, '⚠')).toEqual([]);
      expect(find(expr, 'Identifier').length).toBeGreaterThan(0);
    },
  );

  test('a broken expression is found', () => {
    expect(find('sum by (le (rate(up[5m]))', '⚠')).not.toEqual([]);
  });

  test('ask only for what a process tells', () => {
    const asked = expressions.flatMap(([, expr]) => find(expr, 'Identifier'));
    const unknown = asked.filter(
      (name) =>
        !OTHERS.test(name) && !named.has(name) && !named.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    expect(unknown).toEqual([]);
  });

  test('each alert says what to do, and each panel has a number of its own', () => {
    expect(alerts.filter(({ annotations }) => !annotations.summary || !annotations.description)).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});
