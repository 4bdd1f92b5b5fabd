import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readTableKinds } from '../../../../scripts/checks/migration-rules.ts';
import { checkStatement, type TableKinds } from '../../../../scripts/checks/sql-rules.ts';
import { migrationFolders } from './templates.ts';

/** By text, for all files of a worker: most of them send the same ones. */
const judged = new Map<string, string[]>();
let kinds: TableKinds | undefined;

export type RuleWatch = {
  /** What is wrong with statements that were sent, each with its text. */
  problems(): string[];
};

/**
 * Holds every statement that a pool sends, put together as it is, to the rules of `sql.test.ts`, which reads sources and so
 * sees statements that are made of pieces as pieces alone.
 */
export function watchRules(pool: pg.Pool): RuleWatch {
  const sent = new Set<string>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const noting = (...given: unknown[]) => {
      const [first] = given as [string | { text?: string } | undefined];
      const text = typeof first === 'string' ? first : first?.text;
      if (text) sent.add(text);
      return query(...given);
    };
    Object.assign(client, { query: noting });
  });
  return {
    problems: () => [...sent].flatMap((text) => judge(text).map((problem) => `${problem}:\n${text.trim()}`)),
  };
}

function judge(text: string): string[] {
  const known = judged.get(text);
  if (known) return known;
  kinds ??= readKinds();
  const problems = /\bapp\./.test(text) ? checkStatement(text, kinds) : [];
  judged.set(text, problems);
  return problems;
}

function readKinds(): TableKinds {
  const files = readdirSync(migrationFolders.app)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({
      name,
      text: readFileSync(join(migrationFolders.app, name), 'utf8'),
      schema: 'app' as const,
    }));
  return readTableKinds(files);
}
