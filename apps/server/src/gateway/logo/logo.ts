import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

type Place = { regionCode: string; publicId: string };

/** Region and workspace stand before the id, so that it is looked for in one place alone. */
export function logoPath({ regionCode, publicId }: Place, id: string | null): string | null {
  return id === null ? null : `/api/Logo/${regionCode}_${publicId}_${id}.png`;
}

/** What such a path names; null for anything else. */
export function parseLogoFile(file: string): (Place & { id: string }) | null {
  const [, regionCode, publicId, id] =
    /^([a-z]{2,8})_([a-z0-9]+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/.exec(file) ?? [];
  return regionCode && publicId && id ? { regionCode, publicId, id } : null;
}

/** For what is printed. */
export async function readLogo(tx: Queryable, tenantId: string): Promise<Buffer | null> {
  const row = await tx.maybeOne<{ png: Buffer }>(
    sql`select png from app.workspace_logo where tenant_id = ${tenantId}`,
  );
  return row?.png ?? null;
}
