/** The few parts of the library that are used; it brings no types of its own. */
declare module 'sax' {
  export type Parser = {
    onerror: ((error: Error) => void) | null;
    ondoctype: (() => void) | null;
    oncomment: (() => void) | null;
    onprocessinginstruction: (() => void) | null;
    write(text: string): Parser;
    close(): Parser;
  };
  /** @param isStrict well-formed XML only, nothing is repaired */
  export function parser(isStrict: boolean, options?: { xmlns?: boolean }): Parser;
}
