/**
 * The environment for the server's programs: without PG* variables, which a person may have set for another
 * server, and without a locale or time zone of the person's own.
 */
export function cleanEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(PG|LC_|LANG$|LANGUAGE$|TZ$)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}
