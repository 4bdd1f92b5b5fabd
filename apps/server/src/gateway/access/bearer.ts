import { AppError } from '@stint/domain/errors.ts';
import type { FastifyRequest } from 'fastify';

/** A personal token as a program sends it: where it belongs, which row it is, and the secret. */
export type PersonalTokenText = { regionCode: string; publicId: string; tokenId: string; secret: string };

const personal = /^stint_([a-z]{2,8})_([A-Za-z0-9-]{1,64})_([0-9a-f]{32})_([0-9a-f]{64})$/;

/**
 * The token of a request, with or without the word Bearer.
 * @throws AppError `relogin` when there is none
 */
export function requireBearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token || token.length > 8192 || /\s/.test(token)) throw new AppError('relogin');
  return token;
}

/** Reads a personal token, or null for anything else. */
export function parsePersonalToken(text: string): PersonalTokenText | null {
  const match = personal.exec(text);
  if (!match) return null;
  const [, regionCode = '', publicId = '', id = '', secret = ''] = match;
  return { regionCode, publicId, tokenId: uuidFromHex(id), secret };
}

/** The text of a new personal token; shown once. */
export function formatPersonalToken({ regionCode, publicId, tokenId, secret }: PersonalTokenText): string {
  return `stint_${regionCode}_${publicId}_${tokenId.replaceAll('-', '')}_${secret}`;
}

/** A uuid from its 32 hexadecimal digits. */
function uuidFromHex(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
