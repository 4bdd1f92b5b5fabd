import { ensureServerBuilt, SERVER_COMMAND } from '../scripts/lib/server-build.mjs';
import { ensureBuilt } from '../scripts/lib/web-build.mjs';

/** Before the first file: pages and server are built where their sources have changed, and every file starts that server. */
export async function setup(): Promise<void> {
  await ensureBuilt();
  await ensureServerBuilt();
  process.env.STINT_SERVER_COMMAND = JSON.stringify(SERVER_COMMAND);
}
