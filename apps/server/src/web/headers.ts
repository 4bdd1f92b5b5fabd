import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Where reports about blocked content go. */
export const REPORT_PATH = '/csp-reports';

const PERMISSIONS_OFF = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'usb',
  'screen-wake-lock',
  'xr-spatial-tracking',
];
// `web-share` is the page's own by default, and Chromium on desktops reports the name as unknown.
const PERMISSIONS_SELF = ['clipboard-write', 'publickey-credentials-get', 'publickey-credentials-create'];

const PERMISSIONS = [
  ...PERMISSIONS_OFF.map((name) => `${name}=()`),
  ...PERMISSIONS_SELF.map((name) => `${name}=(self)`),
].join(', ');

/** What every answer of the pages carries, errors too (security 7, decisions 18). */
export function setCommonHeaders(reply: FastifyReply): void {
  reply.headers({
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'permissions-policy': PERMISSIONS,
  });
}

export type ContentPolicy = {
  nonce: string;
  /** Origins of provider and gateway where they are not this host's. */
  connect: readonly string[];
  /** Vite's own scripts need a socket and are no Trusted Types. */
  isDevelopment: boolean;
};

/** The policy of an HTML page, word for word as security 7 has it. */
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
