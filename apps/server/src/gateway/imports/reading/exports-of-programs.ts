import { AppError } from '@stint/domain/errors.ts';
import type { Archive } from './archive.ts';
import { csvSource } from './csv.ts';
import { type Catalogue, emptyCatalogue, type Source } from './source.ts';

/** What an archive of another program holds, as one table with the heads of its own exports. */
export type Export = { source: Source; catalogue: Catalogue; name: string };

type Reader = { name: string; holds: (archive: Archive) => boolean; read: (archive: Archive) => Export };

const readers: readonly Reader[] = [
  {
    name: 'solidtime organisation',
    holds: (archive) => archive.has('time_entries.csv') && archive.has('members.csv'),
    read: readSolidtime,
  },
  {
    name: 'Toggl Track workspace data',
    holds: (archive) => archive.has('projects.json') && archive.has('clients.json'),
    read: readToggl,
  },
];

/** @throws AppError `file_invalid` for a zip of something else */
export function readExport(archive: Archive): Export {
  if (archive.has('manifest.json'))
    throw new AppError('file_invalid', {
      message:
        'This is the zip of a whole Stint workspace. It fills an empty workspace: Settings › Data, “Fill from a zip”.',
    });
  const reader = readers.find(({ holds }) => holds(archive));
  if (reader) return reader.read(archive);
  throw new AppError('file_invalid', {
    message: `This zip is neither of solidtime nor of Toggl Track (it begins with ${archive.names()[0]?.slice(0, 80)}). Unpack it and take its CSV or XLSX file.`,
  });
}

type Record = Map<string, string>;

function readTable(archive: Archive, name: string): Record[] {
  const rows: Record[] = [];
  let heads: readonly string[] | null = null;
  csvSource(archive.text(name), ',').each(({ cells }) => {
    if (heads === null) heads = cells;
    else if (cells.length > 1) {
      const names: readonly string[] = heads;
      rows.push(new Map(cells.map((cell, index) => [names[index] ?? '', cell])));
    }
    return true;
  });
  return rows;
}

const SOLIDTIME_HEADS = [
  'description',
  'billable',
  'client',
  'project',
  'tags',
  'start',
  'end',
  'task',
  'user_name',
  'user_email',
];

/** Entries name all else by ids; they are given the names instead, as in the entries that solidtime takes. */
function readSolidtime(archive: Archive): Export {
  const table = (name: string) => (archive.has(`${name}.csv`) ? readTable(archive, `${name}.csv`) : []);
  const byId = (rows: Record[]) => new Map(rows.map((row) => [row.get('id') ?? '', row]));
  const [clients, projects, tasks] = [byId(table('clients')), byId(table('projects')), byId(table('tasks'))];
  const [tags, members] = [byId(table('tags')), byId(table('members'))];
  const name = (rows: Map<string, Record>, id: string | undefined, field = 'name') =>
    rows.get(id ?? '')?.get(field) ?? '';
  const clientOf = (project: Record | undefined) => name(clients, project?.get('client_id'));
  const rows = readTable(archive, 'time_entries.csv').map((entry) => {
    const project = projects.get(entry.get('project_id') ?? '');
    return [
      entry.get('description') ?? '',
      entry.get('billable') ?? '',
      clientOf(project) || name(clients, entry.get('client_id')),
      project?.get('name') ?? '',
      readIds(entry.get('tags') ?? '')
        .map((id) => name(tags, id))
        .join(', '),
      entry.get('start') ?? '',
      entry.get('end') ?? '',
      name(tasks, entry.get('task_id')),
      name(members, entry.get('member_id')),
      name(members, entry.get('member_id'), 'email'),
    ];
  });
  return {
    name: 'solidtime organisation',
    source: tableOf([SOLIDTIME_HEADS, ...rows]),
    catalogue: {
      clients: names(clients.values()),
      projects: [...projects.values()].map((row) => ({
        client: clientOf(row),
        project: row.get('name') ?? '',
      })),
      people: [...members.values()].map((row) => ({
        person: row.get('name') ?? '',
        email: (row.get('email') ?? '').toLowerCase(),
      })),
      activities: names(tasks.values()),
      tags: names(tags.values()),
    },
  };
}

function names(rows: Iterable<Record>): string[] {
  return [...new Set([...rows].map((row) => row.get('name') ?? ''))].filter(Boolean);
}

function readIds(json: string): string[] {
  try {
    const ids: unknown = JSON.parse(json || '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

type Named = {
  id?: number;
  name?: string;
  client_id?: number | null;
  cid?: number | null;
  email?: string;
  fullname?: string;
};

/** Its zip has no time: that comes from detailed reports, which name the same clients and projects. */
function readToggl(archive: Archive): Export {
  const list = (name: string) => (archive.has(name) ? readJsonList<Named>(archive, name) : []);
  const clients = list('clients.json');
  const clientName = (id: number | null | undefined) =>
    clients.find((client) => client.id === id)?.name ?? '';
  const tasks = archive
    .names()
    .filter((name) => /^tasks\/[^/]+\.json$/.test(name))
    .flatMap(list);
  const named = (rows: Named[]) => [...new Set(rows.flatMap(({ name }) => name || []))];
  return {
    name: 'Toggl Track workspace data',
    source: tableOf([]),
    catalogue: {
      ...emptyCatalogue,
      clients: named(clients),
      projects: list('projects.json').flatMap(({ name, client_id, cid }) =>
        name ? [{ client: clientName(client_id ?? cid), project: name }] : [],
      ),
      people: list('workspace_users.json').map(({ name, fullname, email }) => ({
        person: name ?? fullname ?? '',
        email: (email ?? '').toLowerCase(),
      })),
      activities: named(tasks),
      tags: named(list('tags.json')),
    },
  };
}

function readJsonList<Row>(archive: Archive, name: string): Row[] {
  try {
    const rows: unknown = JSON.parse(archive.text(name) || '[]');
    return Array.isArray(rows) ? (rows as Row[]) : [];
  } catch (cause) {
    throw new AppError('file_invalid', {
      message: `This zip cannot be read. ${name} in it is not JSON.`,
      cause,
    });
  }
}

export function tableOf(rows: readonly (readonly string[])[]): Source {
  return {
    endsInside: false,
    each(visit) {
      for (const [index, cells] of rows.entries()) if (!visit({ line: index + 1, cells })) return;
    },
  };
}
