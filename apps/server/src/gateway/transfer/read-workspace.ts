import { AppError } from '@stint/domain/errors.ts';
import type { TenantTable } from '../shared/tenant-tables.ts';
import { formatName, formatVersion, leftOut, leftOutColumns, type Manifest, tableFile } from './format.ts';

const rowsAtOnce = 1000;

export type FileTable = Manifest['tables'][number];

/** Some rows of one table, each a line of JSON. */
export type FileRows = { manifest: Manifest; table: FileTable; lines: string[] };

/**
 * Reads the zip of a workspace to its end.
 * @param known tables of workspaces by their names: no other may be in the file
 * @param visit is given the rows in the order of the file
 * @throws AppError `file_invalid` for what is damaged, not such a zip, or not what its manifest says
 */
export async function readWorkspace(
  packed: AsyncIterable<Uint8Array>,
  known: ReadonlyMap<string, TenantTable>,
  visit: (rows: FileRows) => Promise<void>,
): Promise<Manifest> {
  const { readLines, readZip } = await import('./zip-reader.ts');
  let manifest: Manifest | null = null;
  let text = '';
  const seen = new Map<string, number>();
  for await (const { file, lines } of readLines(readZip(packed), rowsAtOnce)) {
    if (file === 'manifest.json') {
      text += lines.join('\n');
      continue;
    }
    manifest ??= parseManifest(text, known);
    const table = manifest.tables.find((other) => other.file === file);
    if (!table) throw invalid(`${file} is not in the manifest.`);
    await visit({ manifest, table, lines });
    seen.set(table.name, (seen.get(table.name) ?? 0) + lines.length);
  }
  manifest ??= parseManifest(text, known);
  for (const { name, rows } of manifest.tables) {
    if ((seen.get(name) ?? 0) !== rows)
      throw invalid(`${tableFile(name)} has another number of rows than the manifest says.`);
  }
  return manifest;
}

/** Names in a manifest become part of SQL, so each has to be one that this database knows. */
function parseManifest(text: string, known: ReadonlyMap<string, TenantTable>): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch (cause) {
    throw invalid('The zip does not begin with a manifest.', cause);
  }
  if (manifest?.format !== formatName || !Array.isArray(manifest.tables))
    throw invalid('This is not the zip of a workspace.');
  if (manifest.formatVersion !== formatVersion)
    throw invalid(`Version ${manifest.formatVersion} of the format is not known here.`);
  for (const { name, columns, file, rows } of manifest.tables) {
    const table = known.get(name);
    const hidden = leftOutColumns[name] ?? [];
    const isKnown = (column: string) =>
      table?.columns.includes(column) && column !== 'tenant_id' && !hidden.includes(column);
    if (!table || leftOut.has(name) || file !== tableFile(name))
      throw invalid(`The table ${String(name)} is not known here.`);
    if (!Array.isArray(columns) || !columns.every(isKnown))
      throw invalid(`The columns of ${name} are not known here.`);
    if (!Number.isInteger(rows) || rows < 0) throw invalid(`The number of rows of ${name} is missing.`);
  }
  return manifest;
}

export function invalid(message: string, cause?: unknown): AppError {
  return new AppError('file_invalid', { message, cause });
}
