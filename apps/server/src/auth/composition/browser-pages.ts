import type { FastifyInstance } from 'fastify';
import { readFormText } from '../../platform/http-border.ts';
import type { AuthContext } from '../context.ts';
import { installSignInPages } from '../methods/federation/sign-in-pages.ts';
import { installIdpPages } from '../methods/saml/idp-pages.ts';
import { installSpPages } from '../methods/saml/sp-pages.ts';

/** Base64 of 256 KB of XML, percent-encoded in a form. */
const formBytes = 512 * 1024;

/** Adds the pages of sign-in through other providers, which also take forms (protocol 9). */
export async function installBrowserPages(app: FastifyInstance, context: AuthContext): Promise<void> {
  await app.register(async (pages) => {
    acceptForms(pages);
    installSignInPages(pages, context);
    installIdpPages(pages, context);
    installSpPages(pages, context);
  });
}

/** Only these pages take forms: other sites post to them by nature (security 7). A repeated field counts as absent. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: formBytes },
    async (_request: unknown, body: Buffer) => {
      const fields = new URLSearchParams(readFormText(body));
      const single = [...new Set(fields.keys())].filter((name) => fields.getAll(name).length === 1);
      return Object.fromEntries(single.map((name) => [name, fields.get(name)]));
    },
  );
}
