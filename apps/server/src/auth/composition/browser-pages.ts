import type { FastifyInstance } from 'fastify';
import { readFormText } from '../../platform/http-border.ts';
import type { AuthContext } from '../context.ts';
import { formPages, pages } from './features.ts';

/** Base64 of 256 KB of XML, percent-encoded in a form. */
const formBytes = 512 * 1024;

/** Adds the pages that browsers come to; those of sign-in through other providers also take forms (protocol 9). */
export async function installBrowserPages(app: FastifyInstance, context: AuthContext): Promise<void> {
  for (const install of pages) install(app, context);
  await app.register(async (forms) => {
    acceptForms(forms);
    for (const install of formPages) install(forms, context);
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
