import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

let known: Set<string> | undefined;

/*
 * The list: 120,000 entries from the top million of the SecLists project (MIT), most common first, in lower case. It has the
 * first 60,000, then those that would pass the rule of length and letters, since the others are refused anyway.
 */

/**
 * Whether a password is on the embedded list of common ones (security 1). The list is read with the first question.
 * @param candidate in lower case
 */
export function isCommonPassword(candidate: string): boolean {
  known ??= readList();
  return known.has(candidate);
}

function readList(): Set<string> {
  const file = fileURLToPath(new URL('./common-passwords.txt.gz', import.meta.url));
  return new Set(gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean));
}
