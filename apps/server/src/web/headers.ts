import { randomBytes } from 'node:crypto';

/** Where reports about blocked content go. */
export const REPORT_PATH = '/csp-reports';

export type ContentPolicy = {
  nonce: string;
  /** Origins of provider and gateway where they are not this host's. */
  connect: readonly string[];
  /** Vite's own scripts need a socket and are no Trusted Types. */
  isDevelopment: boolean;
};

/** The policy of an HTML page: script by nonce alone, no frame around it, and nothing from places not named (security 7). */
export function contentSecurityPolicy({ nonce, connect, isDevelopment }: ContentPolicy): string {
  const sources = ["'self'", ...connect, ...(isDevelopment ? ['ws:'] : [])].join(' ');
  const directives = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${sources}`,
    "form-action 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types app']),
    'report-to csp',
  ];
  return directives.join('; ');
}

/** A fresh nonce: 128 bits (CSP level 3, section 7.1). */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}
