import type pg from 'pg';
import { type DatabaseAddress, withClient } from './connections.ts';

/** A server of a Citus cluster. */
export type CitusNode = {
  /** Under which the other servers reach it. */
  host: string;
  port: number;
  /** How its superuser is reached. */
  connect(database: string): DatabaseAddress;
};

/** A login with which one server of the cluster speaks to another, where servers ask for passwords. */
export type ClusterLogin = { name: string; password: string };

/**
 * Makes one database of all servers a cluster's: the first one coordinates, the others hold the workspaces. The database, its
 * roles and its schemas are there on each of them; tables come with the migrations. Idempotent.
 */
export async function joinCluster(
  database: string,
  [coordinator, ...workers]: [CitusNode, ...CitusNode[]],
  logins: ClusterLogin[] = [],
): Promise<void> {
  for (const node of [coordinator, ...workers]) {
    await withClient(node.connect(database), async (client) => {
      await client.query('create extension if not exists citus');
      await keepPasswords(client, logins);
    });
  }
  await withClient(coordinator.connect(database), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port]);
  });
}

/** Node 0 stands for every other one (Citus, `pg_dist_authinfo`). */
async function keepPasswords(client: pg.Client, logins: ClusterLogin[]): Promise<void> {
  for (const { name, password } of logins.filter((login) => login.password !== '')) {
    await client.query('delete from pg_dist_authinfo where nodeid = 0 and rolename = $1', [name]);
    await client.query('insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)', [
      name,
      `password='${password.replace(/['\\]/g, '\\$&')}'`,
    ]);
  }
}
