import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { languageFor } from '@stint/domain/language.ts';
import { plainName } from '@stint/domain/plain-name.ts';
import { parseHost } from '@stint/domain/workspace/host.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { composeMail } from '../../mechanisms/outbox/html.ts';
import { listStoredMessages, queueMessage, type StoredMessage } from '../../mechanisms/outbox/outbox.ts';
import { noteCodesReturned } from '../../mechanisms/proofs/codes.ts';
import { isLinkOrigin } from '../../mechanisms/proofs/link-address.ts';
import { noteLinksReturned } from '../../model/proofs/links.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';

/** Messages of test mode for automation and the outbox page (protocol 17), and mail of the application itself. */
export function outboxRoutes(context: AuthContext): HandlersOf<'GET /outbox' | 'POST /messages'> {
  return {
    async 'GET /outbox'({ query }, { key, home }) {
      if (key.mode !== 'test') throw new AppError('not_found');
      const { messages, total } = await listStoredMessages(context, key, query.to);
      if (home.parentId !== null) await noteReturned(context, messages, home);
      return {
        results: messages.map(({ createdAt, proof: _proof, ...message }) => ({
          ...message,
          createdAt: createdAt.toISOString(),
        })),
        total,
      };
    },
    async 'POST /messages'({ body }, { key, tenant }) {
      const to = parseEmail(body.to);
      if (!to.ok) throw new AppError('email_format');
      const { id = newId(), button, paragraphs, figures = [], footnote, unsubscribeUrl } = body;
      for (const href of [button?.href, unsubscribeUrl])
        if (href !== undefined) await requireOwnAddress(context, tenant, key.mode, href);
      const unsubscribe = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
      const mail = composeMail({
        subject: body.subject,
        heading: body.subject,
        language: languageFor(body.language),
        paragraphs,
        figures,
        ...(button ? { button } : {}),
        footnote,
        ...unsubscribe,
        sender: plainName(body.sender),
      });
      const realm = { rootTenantId: key.rootTenantId, mode: key.mode };
      await context.database.transaction(async (tx) => {
        const known = await tx.maybeOne(sql`select 1 as one from auth.outbox where id = ${id}`);
        if (known) return;
        const link = button ? { link: button.href } : {};
        await queueMessage(context, tx, {
          realm,
          tenantId: tenant.id,
          message: { channel: 'email', to: to.email, ...mail, ...link, ...unsubscribe },
          id,
        });
      });
      void context.wakeWorkers();
      return { id };
    },
  };
}

/** A child's key that reads the messages has been given the links and codes in them. */
async function noteReturned(context: AuthContext, messages: StoredMessage[], child: Tenant): Promise<void> {
  const idsOf = (kind: 'link' | 'code') =>
    messages.flatMap(({ proof }) => (proof?.kind === kind ? [proof.id] : []));
  await noteLinksReturned(context.database, idsOf('link'), child.id);
  await noteCodesReturned(context.database, idsOf('code'), child.id);
}

/** Links in mail lead to the product's own hosts, or to pages of the tenant's application. */
async function requireOwnAddress(
  context: AuthContext,
  tenant: Tenant,
  mode: Mode,
  href: string,
): Promise<void> {
  const { config } = context;
  const url = URL.canParse(href) ? new URL(href) : null;
  const isProduct = await context.tenants.isProduct(tenant);
  const isOurs =
    isProduct &&
    url?.protocol === `${config.scheme}:` &&
    parseHost(url.host, config.mainDomain).kind !== 'other';
  const isTenants = url !== null && !isOurs && (await isLinkOrigin(context, tenant, mode, url.origin));
  if (!isOurs && !isTenants) throw new AppError('invalid_redirect');
}
