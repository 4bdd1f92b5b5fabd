import type { AuthService } from '../service.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { type Command, commands, helpText } from './commands.ts';

/**
 * Runs one command line.
 * @param open opens the provider; not called for help
 * @returns what to print
 * @throws UsageError
 */
export async function runCommandLine(args: string[], open: () => Promise<AuthService>): Promise<string> {
  const parsed = parseArguments(args, ['json', 'help', 'yes']);
  if (parsed.options.help || args.length === 0) return helpText();
  const name = Object.keys(commands).find((known) => `${parsed.words.join(' ')} `.startsWith(`${known} `));
  if (!name)
    throw new UsageError(`There is no command ${parsed.words.join(' ') || args.join(' ')}. See --help.`);
  const command = commands[name] as Command;
  const words = parsed.words.slice(name.split(' ').length);
  const result = await command.run(await open(), { ...parsed, words });
  return parsed.options.json ? `${JSON.stringify(result, null, 2)}\n` : formatResult(result);
}

type Row = Record<string, unknown>;

function formatResult(result: Row | Row[]): string {
  if (!Array.isArray(result)) {
    const width = Math.max(0, ...Object.keys(result).map((name) => name.length));
    return Object.entries(result)
      .map(([name, value]) => `${name.padEnd(width)}  ${show(value)}\n`)
      .join('');
  }
  if (result.length === 0) return 'Nothing found.\n';
  const names = Object.keys(result[0] ?? {});
  const table = [names, ...result.map((row) => names.map((name) => show(row[name])))];
  const widths = names.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
