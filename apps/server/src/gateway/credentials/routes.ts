import type { credentialRoutes } from '@stint/domain/api/gateway/credentials.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import type { Standings } from '../access/standings.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type CredentialRow, listCredentials } from './queries.ts';

/** What belongs to the workspace and goes on when its maker goes, so that somebody who stays looks at it. */
export function createCredentialHandlers({
  standings,
}: {
  standings: Standings;
}): FeatureHandlers<typeof credentialRoutes> {
  return {
    'GET /Workspace/Credentials': async ({ query }, { database, tenantId, workspace }) => {
      const rows = await database.withTenant(tenantId, (tx) => listCredentials(tx, tenantId), {
        readOnly: true,
      });
      const items = await Promise.all(rows.map((row) => toWire(standings, workspace.publicId, row)));
      return query.makerGone === undefined
        ? items
        : items.filter(({ isMakerGone }) => isMakerGone === query.makerGone);
    },
  };
}

async function toWire(standings: Standings, publicId: string, row: CredentialRow) {
  const { id, kind, name, isActive, createdAt, makerID, makerName, makerUuid } = row;
  return {
    credentialID: id,
    kind,
    name,
    isActive,
    createdAt: createdAt.toISOString(),
    makerID,
    makerName,
    isMakerGone: makerUuid === null || (await hasLeft(standings, publicId, makerUuid)),
  };
}

/** Whoever is locked is gone as well: nobody looks after what they made. */
async function hasLeft(standings: Standings, publicId: string, userUuid: string): Promise<boolean> {
  const { standing, askedAt } = await standings.get(userUuid);
  return roleBehind({ kind: 'job', madeAt: askedAt }, standing, publicId) === null;
}
