import type { FastifyRequest } from 'fastify';

const paths = [
  /^\/v0\/auth\/[a-z]+\/login$/,
  /^\/v0\/auth\/saml\/idp\/(login|logout)$/,
  /^\/v0\/tenants\/[a-z0-9-]{3,40}\/saml\/acs$/,
];

/**
 * A form that another provider's page posts to us: the only exemption from the cross-site rule. What guards it is the
 * single-use state in a SameSite=None cookie (security 7).
 */
export function isForeignForm(request: FastifyRequest): boolean {
  const { method, headers, raw } = request;
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const path = raw.url?.split('?', 1)[0] ?? '';
  return method === 'POST' && isForm && paths.some((one) => one.test(path));
}
