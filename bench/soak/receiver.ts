import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes every webhook, so that each event leaves a delivery in the log that is counted at the end. */
export async function startReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
