/** Words and options of a command line. */
export type Arguments = { words: string[]; options: Record<string, string | true> };

/** `--name value`, `--name=value` and `--flag` in any place; the rest are words. */
export function parseArguments(args: string[], flags: readonly string[]): Arguments {
  const words: string[] = [];
  const options: Record<string, string | true> = {};
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const [name = '', inline] = arg.slice(2).split(/=(.*)/s, 2);
    if (inline !== undefined) options[name] = inline;
    else if (flags.includes(name)) options[name] = true;
    else options[name] = args[++index] ?? '';
  }
  return { words, options };
}

/** A command that cannot be understood; the message says what to type. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The nth word of a command. @throws UsageError that names it */
export function word({ words }: Arguments, index: number, name: string): string {
  const found = words[index];
  if (found === undefined) throw new UsageError(`${name} is missing.`);
  return found;
}

/** The text of an option, or undefined. */
export function option({ options }: Arguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
