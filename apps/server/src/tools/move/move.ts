import type pg from 'pg';
import type { Config } from '../../config.ts';
import { migrate } from '../../platform/migrate.ts';
import { type DatabaseLink, locateDatabases, migrationFolder } from '../../product-databases.ts';
import { BackupError } from '../backup/errors.ts';
import { replaceRows, requireUnused } from '../backup/load.ts';
import { copyAcross, digestTable, listTables, withOwner } from '../backup/tables.ts';
import { namedLinks } from '../backup/take.ts';

export type Moved = { name: string; rows: number };

/**
 * Copies the embedded databases to the servers of one's own that the configuration names, each in one transaction that
 * commits only when every table there has the rows and the checksum of the one here. The embedded ones stay as they were.
 *
 * @throws BackupError when no server is named, one holds something already, or a table differs; then nothing was moved there
 * @throws EmbeddedPostgresError while the product is running
 */
export async function moveDatabases(config: Config): Promise<Moved[]> {
  const wanted = { ...config, services: new Set(['auth', 'gateway'] as const) };
  const targets = await locateOwn(wanted);
  const sources = await locateDatabases(withoutServers(wanted), () => {});
  try {
    const embedded = new Map(namedLinks(sources));
    for (const [name, link] of targets) await requireUnused(name, link);
    const moved: Moved[] = [];
    for (const [name, target] of targets) {
      const source = embedded.get(name);
      if (source) moved.push({ name, rows: await moveDatabase(name, source, target) });
    }
    return moved;
  } finally {
    await sources.stop();
  }
}

/** The databases that the configuration puts on servers of one's own; the others stay embedded. */
async function locateOwn(config: Config): Promise<[name: string, link: DatabaseLink][]> {
  const regions = config.regions.filter(({ databaseUrl }) => databaseUrl);
  const hasIdentity = config.identity.databaseUrl !== undefined;
  if (regions.length === 0 && !hasIdentity) {
    throw new BackupError(
      'No …_DATABASE_URL is set, so there is nowhere to move to. Set those of the new server, as for db:bootstrap.',
    );
  }
  const services = new Set([
    ...(hasIdentity ? (['auth'] as const) : []),
    ...(regions.length > 0 ? (['gateway'] as const) : []),
  ]);
  return namedLinks(await locateDatabases({ ...config, regions, services }, () => {}));
}

/** The same regions, all embedded. */
function withoutServers(config: Config): Config {
  const regions = config.regions.map(({ code, name }) => ({ code, name }));
  return { ...config, identity: {}, regions };
}

/** @returns the number of rows, the same on both sides */
async function moveDatabase(name: string, source: DatabaseLink, target: DatabaseLink): Promise<number> {
  const { schema } = source;
  for (const { owner } of [source, target]) await migrate(owner, schema, migrationFolder(schema));
  return withOwner(source.owner, (from) =>
    withOwner(target.owner, async (to) => {
      const tables = await listTables(from, schema);
      await from.query('begin transaction isolation level repeatable read read only');
      await to.query('begin');
      await replaceRows(to, schema, tables, (table) => copyAcross({ from, to }, schema, table));
      let rows = 0;
      for (const table of tables) {
        const [here, there] = await Promise.all(
          [from, to].map((client: pg.Client) => digestTable(client, schema, table)),
        );
        if (!here || !there || here.sha256 !== there.sha256 || here.rows !== there.rows) {
          throw new BackupError(
            `${name}: ${table.name} has ${there?.rows} rows with another checksum; the embedded one has ${here?.rows}. Nothing was moved.`,
          );
        }
        rows += here.rows;
      }
      await to.query('commit');
      await to.query('analyze');
      await from.query('commit');
      return rows;
    }),
  );
}
