import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from './pages.ts';
import { answerQuery } from './schema.ts';

/** A content service on a port of its own: GraphQL over HTTP with a space and a token, as the hosted one has it. */
export type HostedContent = {
  /** Variables that name it. */
  env: Record<string, string>;
  pages: Page[];
  asked: { path: string; authorization: string | undefined }[];
  fails: boolean;
  close(): Promise<void>;
};

export async function startHostedContent(pages: Page[]): Promise<HostedContent> {
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    hosted.asked.push({ path: request.url ?? '', authorization });
    let text = '';
    for await (const part of request) text += String(part);
    const isIn = authorization === 'Bearer token1' && !hosted.fails;
    const answer = isIn ? await answerQuery(hosted.pages, JSON.parse(text)) : { errors: [{ message: 'no' }] };
    const status = isIn ? 200 : hosted.fails ? 503 : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hosted: HostedContent = {
    env: {
      CONTENT_SPACE_ID: 'space1',
      CONTENT_ACCESS_TOKEN: 'token1',
      CONTENT_API_BASE: `http://127.0.0.1:${port}`,
    },
    pages,
    asked: [],
    fails: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hosted;
}
