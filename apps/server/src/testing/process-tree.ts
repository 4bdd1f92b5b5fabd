import { readdirSync, readFileSync } from 'node:fs';

/** What proc(5) tells of one process. Times are in clock ticks; children are those that ended and were waited for. */
export type ProcessStat = {
  pid: number;
  parent: number;
  state: string;
  userTicks: number;
  systemTicks: number;
  childTicks: number;
  residentPages: number;
};

/** Linux only; null when there is no such process (any more). */
export function readProcess(pid: number): ProcessStat | null {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** proc(5): the name in parentheses may hold anything, so fields are counted from the last `)`, where state is 3. */
export function parseStat(pid: number, stat: string): ProcessStat {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (field: number) => Number(fields[field - 3]);
  return {
    pid,
    state: fields[0] ?? '',
    parent: number(4),
    userTicks: number(14),
    systemTicks: number(15),
    childTicks: number(16) + number(17),
    residentPages: number(24),
  };
}

/** The process and everything below it, zombies left out; parents come before their children. */
export function processTree(root: number): ProcessStat[] {
  const children = Map.groupBy(readAll(), ({ parent }) => parent);
  const tree: ProcessStat[] = [];
  const own = readProcess(root);
  const queue = own ? [own] : [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (next.state !== 'Z') tree.push(next);
    queue.push(...(children.get(next.pid) ?? []));
  }
  return tree;
}

function readAll(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}
