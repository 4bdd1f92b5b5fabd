import { readFileSync } from 'node:fs';
import { type Variable, variables } from './config-variables.ts';

type Environment = Record<string, string | undefined>;

const suffix = '_FILE';

/** Names of secrets, as patterns: `{REGION}` stands for the code of any region. */
const secretNames = variables
  .filter((row: Variable) => row.secret !== undefined)
  .map(({ name }) => new RegExp(`^${name.replace('{REGION}', '[A-Z]{2,8}')}$`));

/**
 * The environment with the secrets that lie in files: `SECRET_KEY_FILE` is the path of what `SECRET_KEY` would be. Files
 * are what Docker, Kubernetes and systemd hand secrets over in; unlike the environment, nobody lists them by accident.
 * @param problems gets a sentence for each file that cannot serve
 */
export function readSecretFiles(env: Environment, problems: string[]): Environment {
  const read: Environment = {};
  for (const [key, path] of Object.entries(env)) {
    if (!key.endsWith(suffix) || !path?.trim()) continue;
    const name = key.slice(0, -suffix.length);
    if (!secretNames.some((pattern) => pattern.test(name))) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${key} are both set; keep one of them`);
    else read[name] = readSecret(key, path.trim(), problems);
  }
  return { ...env, ...read };
}

function readSecret(key: string, path: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text !== '') return text;
    problems.push(`${key} names ${path}, which is empty; put the secret into it`);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    problems.push(
      `${key} names ${path}, which cannot be read (${reason}); put the secret there, readable by this user`,
    );
  }
  return undefined;
}
