import { createHash } from 'node:crypto';
import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteOutput } from '@stint/domain/api/route.ts';
import { type Http, RawJson } from '../../platform/http.ts';
import type { JsonText } from '../../platform/json-text.ts';

/** What a call of the table answers. */
export type Answer<Key extends keyof typeof gatewayRoutes> = RouteOutput<(typeof gatewayRoutes)[Key]>;

/** Answers JSON that PostgreSQL made, or 304 when the caller has that very text already. */
export function answerJson<Shape>({ request, reply }: Http, text: JsonText<Shape>): RawJson<Shape> {
  const etag = etagOf(text);
  reply.header('etag', etag);
  if (matches(request.headers['if-none-match'], etag)) reply.code(304).send();
  return new RawJson(text);
}

/** The validator of a text: its hash. */
export function etagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** Whether an If-None-Match header names the tag; weak comparison (RFC 9110 section 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain);
}
