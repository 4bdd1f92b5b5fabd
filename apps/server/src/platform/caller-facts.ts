import type { FastifyRequest } from 'fastify';

/** For whom a request was answered: ids that say nothing to a stranger. */
export type CallerFacts = { workspace?: string | undefined; session?: string | null | undefined };

const known = new WeakMap<FastifyRequest, CallerFacts>();

/** Told by the access checks, once they know who asks; the line of the request in the log has it. */
export function noteCaller(request: FastifyRequest, facts: CallerFacts): void {
  known.set(request, facts);
}

/** Who asked, as far as it became known. */
export function callerOf(request: FastifyRequest): CallerFacts {
  return known.get(request) ?? {};
}
