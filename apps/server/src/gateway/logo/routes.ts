import type { logoRoutes } from '@stint/domain/api/gateway/logo.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isLogoSize, LOGO_BOX } from '@stint/domain/workspace/logo.ts';
import { newId } from '../../platform/ids.ts';
import { rewritePng } from '../../platform/png.ts';
import { sql } from '../../platform/sql.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { bumpCatalog, fieldError } from '../shared/sql-json.ts';
import { logoPath, parseLogoFile } from './logo.ts';

const aYearSeconds = 365 * 24 * 60 * 60;

export function logoHandlers(parts: Pick<GatewayParts, 'directory'>): FeatureHandlers<typeof logoRoutes> {
  return {
    'PUT /Workspace/Logo': async ({ body }, context) => {
      const { database, tenantId, info, workspace } = context;
      const png = rewritePng(Buffer.from(body.png, 'base64'), isLogoSize);
      if (!png) throw fieldError('file_invalid', 'png', unreadable);
      const id = newId();
      await database.withTenant(tenantId, async (tx) => {
        await tx.run(sql`
          insert into app.workspace_logo (tenant_id, id, png, set_at) values (${tenantId}, ${id}, ${png}, ${info.now})
          on conflict (tenant_id) do update set id = excluded.id, png = excluded.png, set_at = excluded.set_at`);
        await bumpCatalog(tx, tenantId);
        await writeAudit(tx, auditSource(context), [
          { entity: 'workspace', entityId: tenantId, action: 'logoSet' },
        ]);
      });
      return { logo: logoPath({ regionCode: workspace.region.code, publicId: workspace.publicId }, id) };
    },
    'DELETE /Workspace/Logo': async (_input, context) => {
      const { database, tenantId } = context;
      await database.withTenant(tenantId, async (tx) => {
        const removed = await tx.run(sql`delete from app.workspace_logo where tenant_id = ${tenantId}`);
        if (removed === 0) return;
        await bumpCatalog(tx, tenantId);
        await writeAudit(tx, auditSource(context), [
          { entity: 'workspace', entityId: tenantId, action: 'logoRemoved' },
        ]);
      });
      return { logo: null };
    },
    'GET /Logo/:file': async ({ params }, _context, { reply }) => {
      const named = parseLogoFile(params.file);
      const located = named && (await parts.directory.find(named.regionCode, named.publicId));
      if (!named || located?.status !== 'active') throw new AppError('not_found');
      const [row] = await located.region.database.tenantRows<{ png: Buffer }>(
        located.tenantId,
        sql`select png from app.workspace_logo where tenant_id = ${located.tenantId} and id = ${named.id}`,
      );
      if (!row) throw new AppError('not_found');
      return reply
        .type('image/png')
        .header('cache-control', `public, max-age=${aYearSeconds}, immutable`)
        .send(row.png);
    },
  };
}

const unreadable = `This picture could not be read. Send a PNG of at most ${LOGO_BOX.width} by ${LOGO_BOX.height} points, as a canvas writes it.`;
