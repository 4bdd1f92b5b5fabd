/** A JSON object of unknown shape, as every answer of the server is. */
export type JsonObject = { readonly [key: string]: unknown };

/** The value if it is an object and no list, else an empty object: malformed answers never throw. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value if it is a text, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text read as a JSON object; an empty object where it is none. */
export function parseObject(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}
