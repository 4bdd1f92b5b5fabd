import { PageError } from '@stint/domain/page-error.ts';
import { PAGE_ERROR_PATH, withoutPersonalData } from '@stint/domain/page-error-rules.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { createSafeFetch, type SafeFetch } from '../platform/safe-fetch.ts';
import { createTokenBuckets } from '../platform/token-bucket.ts';
import { requireOwnPage } from './own-page.ts';

export type PageErrorsOptions = { config: Config; clock: Clock; log: Logger };

/** A page that fails again and again says so a few times; all pages together fill neither the log nor the receiver. */
const perAddress = { perMinute: 10, burst: 10 };
const together = { perMinute: 60, burst: 60 };
const bodyLimit = 16 * 1024;
/** More are not on their way to the receiver at once; what does not fit is in the log. */
const mostUnderWay = 5;

/**
 * Takes errors that pages of this very host met: logged with the id of the request and without what could name a person,
 * and handed on to `ERROR_REPORT_URL` where that is set. Nobody has to be signed in, since signing in can be what fails.
 */
export function registerPageErrors(app: FastifyInstance, { config, clock, log }: PageErrorsOptions): void {
  const buckets = createTokenBuckets(clock);
  const forward = config.errorReportUrl
    ? createForwarder(
        createSafeFetch({ clock, allowLoopback: config.mode === 'test' }),
        config.errorReportUrl,
        log,
      )
    : null;
  app.post<{ Body: PageError }>(
    PAGE_ERROR_PATH,
    {
      bodyLimit,
      schema: { body: PageError },
      preParsing: async (request) => {
        requireOwnPage(request);
        buckets.take(`address ${request.ip}`, perAddress);
        buckets.take('together', together);
      },
    },
    async (request, reply) => {
      const pageError = clean(request.body);
      request.log.warn({ pageError }, 'a page met an error');
      forward?.({ ...pageError, requestId: request.id, at: clock.now().toISOString(), mode: config.mode });
      return reply.code(204).send();
    },
  );
}

function clean({ path, ...texts }: PageError): PageError {
  const [ownPath = '/'] = path.split(/[?#]/, 1);
  const cleaned = Object.entries(texts).map(([name, text]) => [name, withoutPersonalData(text)]);
  return { ...Object.fromEntries(cleaned), path: withoutPersonalData(ownPath) };
}

/** Hands reports on while the answer has long gone out; a receiver that fails is told of in the log and not asked again. */
function createForwarder(call: SafeFetch, url: string, log: Logger): (report: object) => void {
  let underWay = 0;
  return (report) => {
    if (underWay >= mostUnderWay) return;
    underWay += 1;
    const sent = call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    }).then((response) => {
      if (!response.ok) throw new Error(`the receiver of page errors answered ${response.status}`);
    });
    sent
      .catch((error: unknown) => log.warn({ err: error }, 'an error of a page could not be handed on'))
      .finally(() => {
        underWay -= 1;
      });
  };
}
