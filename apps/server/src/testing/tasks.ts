import type pg from 'pg';

/** Of the driver, not in its types: whose answer is being read. Answers come in the order of their statements. */
type Reading = { _getActiveQuery(): { text?: string } | null };

/**
 * What Citus tells of its work for a statement; what opens and ends a transaction on a worker is none of it, nor what the
 * coordinator does with the tables that lie on it alone.
 */
const TASK = /^issuing (?:select|with|insert|update|delete|copy|create|drop|alter)\b/i;
const OPENING = /assign_distributed_transaction_id/;

/** A reference table lies on every server, so that changing it is work for each of them. */
const CHANGES_REFERENCE = /\b(?:insert into|update|delete from) app\.workspace_directory\b/;

/** As the check of the SQL knows it: a statement that is meant for every workspace says so. */
const FOR_ALL_TENANTS = /all tenants:\s*\S+/i;

export type TaskWatch = {
  /** Statements for which more than one server was asked; each once. */
  spread(): string[];
};

/**
 * Counts the servers of every statement that a pool sends, on a cluster whose logins have `citus.log_remote_commands` on: the
 * coordinator then says each command that it sends on.
 */
export function watchTasks(pool: pg.Pool): TaskWatch {
  const asked = new WeakMap<object, Set<string>>();
  const spread = new Set<string>();
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '', detail = '' }) => {
      if (!TASK.test(message) || OPENING.test(message)) return;
      const query = (client as unknown as Reading)._getActiveQuery();
      if (!query) return;
      const servers = asked.get(query) ?? new Set();
      asked.set(query, servers.add(detail.replace(/ connectionId: .*/, '')));
      const text = query.text ?? '';
      if (servers.size > 1 && !CHANGES_REFERENCE.test(text) && !FOR_ALL_TENANTS.test(text))
        spread.add(text.trim());
    });
  });
  return { spread: () => [...spread] };
}
