import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Http } from '../../../platform/http.ts';
import { looksLikeKey } from '../../model/keys/api-keys.ts';
import { readClient } from '../http/client.ts';
import type { AccessContext } from './context.ts';

const perMinute = 600;
const burst = 100;
const mostKept = 20_000;

type Tokens = { left: number; atMs: number };

/**
 * Token buckets of this process: 600 reads and 600 writes a minute for each session or address, burst 100.
 * Server keys are not counted here; credentials are counted exactly elsewhere.
 */
export function createRequestLimit(context: AccessContext): (http: Http, row: RouteDefinition) => void {
  const kept = new Map<string, Tokens>();
  return ({ request }, row) => {
    const client = readClient(request, context.config);
    if (row.rate === 'none' || looksLikeKey(client.bearer)) return;
    if (!client.bearer && !context.config.limitsPerAddress) return;
    const kind = row.rate === 'read' ? 'read' : 'write';
    const { bearer, address }: { bearer: string | null; address: string } = client;
    const name = `${kind} ${bearer?.slice(-43) ?? address}`;
    const now = context.clock.now().getTime();
    const known = kept.get(name) ?? { left: burst, atMs: now };
    const left = Math.min(burst, known.left + (Math.max(0, now - known.atMs) / 60_000) * perMinute);
    if (left < 1) throw new AppError('rate_limited', { retryAfterSeconds: ((1 - left) / perMinute) * 60 });
    if (kept.size >= mostKept) kept.clear();
    kept.set(name, { left: left - 1, atMs: now });
  };
}
