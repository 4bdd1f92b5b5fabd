/** JSON as it may stand inside a script element: no sequence can end the element or open a comment. */
export function inScript(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** A value as it may stand inside a script element. */
export function scriptJson(value: unknown): string {
  return inScript(JSON.stringify(value));
}
