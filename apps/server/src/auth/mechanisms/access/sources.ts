import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';
import { readClient } from '../http/client.ts';
import { onBehalfOf } from '../limits/source.ts';
import type { AuthContexts } from './access.ts';

/** Whatever a request waits for, it waits in the line of its address; see `inOwnLine` for who proved who they are. */
export function installSources(app: FastifyInstance, config: Config): void {
  app.addHook('preHandler', (request, _reply, done) =>
    onBehalfOf(`address ${readClient(request, config).address}`, done),
  );
}

type Caller = AuthContexts[keyof AuthContexts];
type Handler = (input: unknown, caller: Caller, http: unknown) => unknown;

/** People and servers have a line each, so that nobody waits behind what others of the same network ask for. */
export function inOwnLine(handler: unknown): Handler {
  const handle = handler as Handler;
  return (input, caller, http) => {
    const source = sourceOf(caller);
    return source === null
      ? handle(input, caller, http)
      : onBehalfOf(source, () => handle(input, caller, http));
  };
}

function sourceOf(caller: Caller): string | null {
  switch (caller.kind) {
    case 'user':
      return `person ${caller.session.userId}`;
    case 'factor':
      return `person ${caller.first.userId}`;
    case 'key':
      return `key ${caller.key.id}`;
    case 'any':
      return null;
  }
}
