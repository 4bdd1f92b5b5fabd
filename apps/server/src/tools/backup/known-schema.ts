import { listMigrations } from '../../platform/migrate.ts';
import { migrationFolder } from '../../product-databases.ts';
import { BackupError } from './errors.ts';

/**
 * What a later version wrote has columns that this one knows nothing of.
 * @param found number of the newest migration in it
 * @throws BackupError
 */
export async function requireKnownSchema(
  database: string,
  schema: 'auth' | 'app',
  found: number,
): Promise<void> {
  const known = listMigrations(migrationFolder(schema)).length;
  if (found <= known) return;
  throw new BackupError(
    `${database} has schema ${found} of a later version of Stint, and this one knows ${known}: restore with that version.`,
  );
}
