import { findSafeRedirect } from '@stint/domain/auth/redirect.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import { mainOrigin } from '@stint/domain/workspace/host.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { providerUrl } from '../../../config.ts';
import type { AuthContext } from '../../context.ts';
import { modeOfCall } from '../../mechanisms/http/origins.ts';
import { sendPage, wordsFor } from '../../mechanisms/http/page.ts';
import { siteOf } from '../../mechanisms/proofs/link-address.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { Refusal } from './refusal.ts';
import { refusalAddress } from './return.ts';

/** Parameters of a page, each given once. */
export type Parameters = Partial<Record<string, string>>;

/** Parameters that came exactly once, as text; a repeated one counts as absent. */
export function singleParameters(given: unknown, maxLength = 8192): Parameters {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  const single = entries.filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === 'string' && value !== '' && value.length <= maxLength && !value.includes('\0');
  });
  return Object.fromEntries(single);
}

/** Where a sign-in through another provider begins. */
export type Start = { tenant: Tenant; realm: Realm; origin: string; redirect: string | null };

/** @throws AppError where not even the page to go back to is known */
export async function readStart(context: AuthContext, parameters: Parameters): Promise<Start> {
  const { tenant_id } = parameters;
  const origin = originOf(parameters.origin);
  if (!tenant_id || !origin)
    throw new AppError('bad_request', { message: 'origin and tenant_id are needed.' });
  const tenant = await context.tenants.require(tenant_id);
  if (tenant.status !== 'active') throw new AppError('not_found');
  const mode = await modeOfCall(context, tenant, origin, 'invalid_origin');
  const redirect = findSafeRedirect(parameters.redirect, { allowedOrigins: [origin], mode });
  return { tenant, realm: { rootTenantId: tenant.rootTenantId, mode }, origin, redirect };
}

/** Scheme, host and port alone: nothing else that came along is carried back. */
function originOf(text: string | undefined): string | null {
  return text && URL.canParse(text) ? new URL(text).origin : null;
}

/** The same page under the provider's one address, where its cookie and callback live; null when we are there. */
export function canonicalAddress(context: AuthContext, request: FastifyRequest): string | null {
  const base = new URL(providerUrl(context.config));
  return request.headers.host?.toLowerCase() === base.host ? null : base.origin + request.url;
}

/** Back to the page that asked, with the reason; what nobody expected is logged. */
export async function sendBack(
  context: AuthContext,
  reply: FastifyReply,
  to: Pick<Start, 'tenant' | 'origin' | 'redirect'>,
  error: unknown,
): Promise<FastifyReply> {
  const isKnown = error instanceof Refusal || (error instanceof AppError && error.status < 500);
  const log = isKnown ? 'info' : 'warn';
  context.log[log]({ err: error }, 'sign-in through another provider refused');
  const code = error instanceof Refusal ? error.code : isKnown ? 'not_allowed' : 'sso_failed';
  return reply.redirect(await refusalAddress(context, to, code), 303);
}

const EXPIRED: Record<Language, Record<'title' | 'text' | 'again', string>> = {
  en: {
    title: 'This sign-in has expired',
    text: 'It was finished already, took longer than five minutes, or began in another browser.',
    again: 'Start again',
  },
  de: {
    title: 'Diese Anmeldung ist abgelaufen',
    text: 'Sie war schon abgeschlossen, hat länger als fünf Minuten gedauert oder in einem anderen Browser begonnen.',
    again: 'Noch einmal beginnen',
  },
};

/** For an answer to a question that nobody asked from this browser: there is no page to go back to. */
export function sendExpired(context: AuthContext, reply: FastifyReply): FastifyReply {
  const home = mainOrigin(siteOf(context));
  const { title, text, again } = wordsFor(reply, EXPIRED);
  return sendPage(reply, { status: 400, title, body: `<p>${text}</p><p><a href="${home}">${again}</a></p>` });
}
