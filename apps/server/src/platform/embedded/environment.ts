/** What a program needs to be found, to find its libraries, and to put something aside. */
const HANDED_ON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/**
 * The environment for the server's programs: without the product's secrets, which its user and every process of that user could
 * read there; without settings for another server (`PG*`), for the product's own memory (`MALLOC_*`: PostgreSQL would map blocks
 * of 128 KiB anew in each statement) and without a locale or time zone of the person's own.
 */
export function cleanEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = HANDED_ON.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]);
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}
