import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import type { FastifyInstance } from 'fastify';
import { providerUrl } from '../../../config.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { AuthContext } from '../../context.ts';
import { pageLanguage } from '../../mechanisms/http/client.ts';
import { asScript, sendPage, wordsFor } from '../../mechanisms/http/page.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../../../..');
const scripts = join(root, 'packages/auth-widget/dist/standalone');

type Params = { tenantId: string; page: string };

/**
 * Pages of the provider itself, for an application that has named none of its own: signing in, links, invitations, proofs
 * of an address, new passwords, and SAML requests. They carry the tenant's name and nobody else's.
 */
export function installNeutralPages(app: FastifyInstance, context: AuthContext): void {
  app.get<{ Params: Params }>('/pages/:tenantId/:page', async (request, reply) => {
    const { tenantId, page } = request.params;
    if (page !== 'sign-in' && page !== 'reset') throw new AppError('not_found');
    const tenant = await context.tenants.require(tenantId);
    if (tenant.status !== 'active') throw new AppError('not_found');
    const settings = {
      client: { tenantId: tenant.publicId, baseUrl: providerUrl(context.config) },
      type: page === 'reset' ? 'reset' : 'login',
      locale: pageLanguage(request),
      finished: wordsFor(reply, FINISHED),
    };
    return sendPage(reply, {
      status: 200,
      title: escapeHtml(tenant.name),
      body: '<div id="sign-in"></div><p role="status"></p>',
      script: `const settings = ${asScript(settings)};\n${script}`,
      connects: true,
      isModule: true,
    });
  });
  app.get<{ Params: { file: string } }>('/pages/script/:file', async ({ params }, reply) => {
    if (!/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.js$/.test(params.file)) throw new AppError('not_found');
    const text = await readFile(join(scripts, params.file), 'utf8').catch(() => null);
    if (text === null) throw new AppError('not_found');
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/javascript; charset=utf-8')
      .send(text);
  });
}

const FINISHED: Record<Language, string> = {
  en: 'That is all here. You can close this page and go back to the application.',
  de: 'Das ist hier alles. Sie können diese Seite schließen und zur Anwendung zurückgehen.',
};

/** The stand-alone widget; with nowhere to go on to, it says what to do instead. */
const script = `
import { createAuthClient, mountSignIn } from '../script/latchkey.js';
const client = createAuthClient(settings.client);
const waiting = client.samlRequest();
const status = document.querySelector('[role=status]');
const goOn = () => {
  if (waiting === 'login') return client.login({ method: 'saml' });
  status.textContent = settings.finished;
};
if (waiting === 'logout') client.logoutFromSaml();
else if (waiting === 'login' && client.user()) goOn();
else mountSignIn('#sign-in', {
  client, type: settings.type, locale: settings.locale, redirect: false, headingLevel: 2, onSignedIn: goOn, onContinue: goOn,
});
`;
