import type { LinkType } from '@stint/domain/auth/link.ts';
import { findSafeRedirect } from '@stint/domain/auth/redirect.ts';
import { type Language, languageFor } from '@stint/domain/language.ts';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { newSecret } from '../../../platform/secrets.ts';
import { looksLikeKey } from '../../model/keys/api-keys.ts';
import { insertLink, type LinkData, type LinkLife, linkLives } from '../../model/proofs/links.ts';
import type { SignupDetails } from '../../model/proofs/signup.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import type { ClientInfo } from '../http/client.ts';
import { addJob } from '../jobs/jobs.ts';
import type { ProofsContext } from './context.ts';
import { deliverLink } from './delivery-hooks.ts';
import { type LinkAddressInput, linkAddress, linkOrigin, originsWithin } from './link-address.ts';
import { linkMail } from './mails.ts';

/**
 * Something to send that must not show whether its recipient exists: the call only notes it, a worker looks the person up
 * (security 3). Secrets are made by the call, so that test mode can answer them.
 */
export type MailRequest = {
  realm: Realm;
  tenantId: string;
  origin: string;
  companion?: string | null;
  /** Of the page that asked, for somebody of whom nothing else is known. */
  language?: Language | null;
  /** Somebody new is not written to: the application does that itself. */
  isSilent?: boolean;
} & (
  | {
      kind: 'login';
      email: string;
      uuid: string;
      token: string;
      redirect?: string | null;
      signup?: SignupDetails;
    }
  | { kind: 'reset'; email: string; uuid?: string; token?: string; redirect?: string | null }
  | { kind: 'signup'; email: string; signup: SignupDetails; uuid?: string; token?: string }
  | {
      kind: 'code';
      channel: 'email' | 'sms';
      to: string;
      codeId: string;
      code: string;
      signup?: SignupDetails;
    }
);

/** The kind of the job that a request becomes; see `sendRequested`. */
export const mailJob = 'mail';

/** A request as it lies in the queue: version 0.1.0 called the realm a world, and jobs outlive a change of version. */
export type StoredRequest = Omit<MailRequest, 'realm'> & { world: Realm };

function storedRequest({ realm, ...request }: MailRequest): StoredRequest {
  return { ...request, world: realm };
}

/** The request that a job holds. */
export function readRequest({ world, ...request }: StoredRequest): MailRequest {
  return { ...request, realm: world } as MailRequest;
}

/** Notes a request; test mode waits until it is done, so that the answer's link works at once. */
export async function requestMail(context: ProofsContext, request: MailRequest): Promise<void> {
  await addJob(context, context.database, { kind: mailJob, payload: storedRequest(request) });
  const done = context.wakeWorkers();
  if (request.realm.mode === 'test') await done;
}

export type QueueLinkInput = {
  tenant: Tenant;
  user: User;
  kind: Exclude<LinkType, 'sso'>;
  client?: ClientInfo;
  origin?: string;
  /** Where it goes; the person's own address where absent. */
  to?: string;
  uuid?: string;
  token?: string;
  redirect?: string | null;
  data?: LinkData;
  companion?: string | null;
  lifeMs?: number;
  life?: LinkLife;
  page?: 'reset';
  /** For somebody of whom none is known. */
  language?: Language | null | undefined;
  /** The name of who invites. */
  by?: string | null;
  /** The link is made and returned, nothing is mailed. */
  isSilent?: boolean;
};

/** A server asks for no page: its call comes with a key and without one. */
function askedBy(client: ClientInfo | undefined): string | null {
  return client && !looksLikeKey(client.bearer) ? client.origin : null;
}

export type QueuedLink = { uuid: string; token: string; href: string; expiresAt: Date };

/** Makes a link and mails it, in the caller's transaction. */
export async function queueLink(
  context: ProofsContext,
  db: Queryable,
  input: QueueLinkInput,
): Promise<QueuedLink> {
  const { tenant, user, kind } = input;
  const now = context.clock.now();
  const uuid = input.uuid ?? newId();
  const token = input.token ?? newSecret();
  const to = input.to ?? user.email;
  const usual = linkLives[kind];
  const expiresAt = new Date(now.getTime() + (input.lifeMs ?? usual.ms));
  const within = originsWithin(context, db);
  const origin = input.origin ?? (await linkOrigin(within, tenant, user.mode, askedBy(input.client)));
  const companion = input.companion ? Buffer.from(input.companion, 'base64url') : null;
  const redirect = findSafeRedirect(input.redirect, { allowedOrigins: [origin], mode: user.mode });
  const address: LinkAddressInput = { token, uuid, type: kind, redirect };
  const href = await linkAddress(
    within,
    tenant,
    origin,
    input.page ? { ...address, page: input.page } : address,
  );
  await insertLink(
    db,
    user,
    {
      id: uuid,
      token,
      tenantId: tenant.id,
      kind,
      email: to,
      redirect,
      data: input.data ?? {},
      companionHash: input.client?.companionHash ?? companion,
      expiresAt,
    },
    now,
  );
  if (to && !input.isSilent) {
    const mail = linkMail(kind, {
      app: tenant.name,
      href,
      life: input.life ?? usual.life,
      language: languageFor(user.language ?? input.language ?? input.client?.language),
      by: input.by ?? null,
    });
    await deliverLink(context, db, { kind, tenant, user, to, href, token, uuid, mail, dropAt: expiresAt });
  }
  return { uuid, token, href, expiresAt };
}
