declare const shapeOf: unique symbol;

/** Ties a text or an expression to exactly this shape: neither a wider nor a narrower one passes for it. */
export type Shaped<Shape> = { readonly [shapeOf]: (value: Shape) => Shape };

/** The JSON text of one value of a shape; no compiler reads it, so it carries the type of what made it. */
export type JsonText<Shape> = string & Shaped<Shape>;

/** What a JSON text holds once it is parsed. */
export function parseJson<Shape>(text: JsonText<Shape>): Shape {
  return JSON.parse(text) as Shape;
}

/** A value of the program as JSON text. */
export function toJsonText<Shape>(value: Shape): JsonText<Shape> {
  return JSON.stringify(value) as JsonText<Shape>;
}

/** An object of JSON texts, its names in their order. */
export function joinFields<Shape extends object>(
  texts: {
    readonly [Name in keyof Shape]: JsonText<Shape[Name]>;
  },
): JsonText<Shape> {
  const fields = Object.entries<string>(texts).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${fields.join(',')}}` as JsonText<Shape>;
}

/** The text of an object with more fields behind its own. */
export function addFields<Shape extends object, More extends object>(
  text: JsonText<Shape>,
  more: More,
): JsonText<Shape & More> {
  return `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}` as JsonText<Shape & More>;
}

/** A list of the values of JSON texts. */
export function joinItems<Shape>(texts: readonly JsonText<Shape>[]): JsonText<Shape[]> {
  return `[${texts.join(',')}]` as JsonText<Shape[]>;
}

/** A value that may be missing: its text, or the text `null`. */
export function orNull<Shape>(text: JsonText<Shape> | undefined): JsonText<Shape | null> {
  return (text ?? 'null') as JsonText<Shape | null>;
}
