import type { FastifyInstance } from 'fastify';
import { readText } from '../platform/http-border.ts';
import { REPORT_PATH } from './headers.ts';

const MOST_LOGGED_A_MINUTE = 10;

type Report = {
  type?: string;
  body?: { effectiveDirective?: string; blockedURL?: string; documentURL?: string };
};

/** Takes the browser's reports about blocked content and logs a few, without what could name a person. */
export function registerReports(app: FastifyInstance): void {
  let minute = 0;
  let logged = 0;
  app.addContentTypeParser(
    'application/reports+json',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 },
    (_, text, done) => {
      try {
        done(null, JSON.parse(readText(text as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.post(REPORT_PATH, async (request, reply) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, logged] = [now, 0];
    const reports = Array.isArray(request.body) ? (request.body as Report[]) : [];
    for (const { body } of reports.slice(0, MOST_LOGGED_A_MINUTE - logged)) {
      logged += 1;
      request.log.warn(
        {
          directive: body?.effectiveDirective,
          blocked: withoutQuery(body?.blockedURL),
          page: withoutQuery(body?.documentURL),
        },
        'content was blocked by the policy',
      );
    }
    return reply.code(204).send();
  });
}

function withoutQuery(url: string | undefined): string | undefined {
  return url?.replace(/[?#].*$/, '').slice(0, 200);
}
