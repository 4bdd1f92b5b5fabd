import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, tells it to the parent, and ends with it. */
export function tellPort(server: Server): void {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('disconnect', () => process.exit(0));
}
