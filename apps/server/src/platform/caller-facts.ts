/** For whom a request was answered: ids that say nothing to a stranger. */
export type CallerFacts = { workspace?: string | undefined; session?: string | null | undefined };

declare module 'fastify' {
  interface FastifyRequest {
    /** Told by the access checks, once they know who asks; the line of the request in the log has it. */
    callerFacts: CallerFacts | undefined;
  }
}
