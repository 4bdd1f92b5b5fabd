import { createRequire } from 'node:module';
import type { FontFile } from '../../../../platform/font-file.ts';

const require = createRequire(import.meta.url);
export const ownFonts = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

type Bidi = ReturnType<typeof import('bidi-js').default>;

/** Letters beyond these are looked for in the fonts, and may run from right to left. */
const beyondLatin = /[\u0250-\uffff]/;
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff]|\ud802|\ud803|\ud83a|\ud83b/;

/** A piece of a line in one font and one direction. */
type Run = { text: string; isForeign: boolean; isRightToLeft: boolean };

/**
 * Prints lines letter by letter with the fonts that have them: the one that comes along, else the operator's. What runs from
 * right to left stands in the order of the Unicode bidirectional algorithm.
 */
export async function createLetters(doc: PDFKit.PDFDocument, fallback: FontFile | null) {
  const { default: bidiFactory } = await import('bidi-js');
  // Its types take the package for an ECMAScript module.
  const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
  let own: string = ownFonts.plain;
  let points = 0;
  let hasGaps = false;

  const use = (isForeign: boolean) => {
    if (!isForeign || !fallback) return doc.font(own, points);
    const { path, name } = fallback;
    return name ? doc.font(path, name, points) : doc.font(path, points);
  };

  /** Whether a font has a letter. The library keeps each open that it was told of once. */
  function has(isForeign: boolean, sign: string): boolean {
    use(isForeign);
    const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
    return _font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  }

  function isForeign(sign: string): boolean {
    if (has(false, sign)) return false;
    const isThere = fallback !== null && has(true, sign);
    hasGaps ||= !isThere;
    return isThere;
  }

  /** Neighbours in one font, of letters that all run in one direction. */
  function byFont(text: string, isRightToLeft: boolean): Run[] {
    if (!beyondLatin.test(text)) return [{ text, isForeign: false, isRightToLeft }];
    const runs: Run[] = [];
    for (const sign of text) {
      const foreign = isForeign(sign);
      const last = runs.at(-1);
      if (last?.isForeign === foreign) last.text += sign;
      else runs.push({ text: sign, isForeign: foreign, isRightToLeft });
    }
    use(false);
    return isRightToLeft ? runs.reverse() : runs;
  }

  /** A line from left to right as it is seen. */
  function runsOf(text: string): Run[] {
    if (!rightToLeft.test(text)) return byFont(text, false);
    return inOrder(bidi, text).flatMap((part) => byFont(part.text, part.isRightToLeft));
  }

  // In one piece, or the library would put words that run from right to left side by side from the left.
  const whole = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] };

  return {
    /** The font of what comes. */
    use(file: string, size: number) {
      own = file;
      points = size;
      use(false);
    },
    get hasGaps() {
      return hasGaps;
    },
    widthOf(text: string): number {
      let width = 0;
      for (const run of runsOf(text)) {
        if (run.isForeign) use(true);
        width += doc.widthOfString(run.text, run.isRightToLeft ? whole : {});
        if (run.isForeign) use(false);
      }
      return width;
    },
    draw(text: string, left: number, top: number) {
      const runs = runsOf(text);
      let x = left;
      for (const [at, run] of runs.entries()) {
        const options = { lineBreak: false, ...(run.isRightToLeft ? whole : {}) };
        if (run.isForeign) use(true);
        doc.text(run.text, x, top, options);
        if (at < runs.length - 1) x += doc.widthOfString(run.text, run.isRightToLeft ? whole : {});
        if (run.isForeign) use(false);
      }
    },
  };
}

/** Pieces of one direction in the order in which they are seen. */
function inOrder(bidi: Bidi, text: string): { text: string; isRightToLeft: boolean }[] {
  const embedding = bidi.getEmbeddingLevels(text);
  const pieces: { first: number; last: number; level: number }[] = [];
  for (const at of bidi.getReorderedIndices(text, embedding)) {
    const level = embedding.levels[at] ?? 0;
    const piece = pieces.at(-1);
    if (!piece || piece.level !== level) pieces.push({ first: at, last: at, level });
    else {
      piece.first = Math.min(piece.first, at);
      piece.last = Math.max(piece.last, at);
    }
  }
  return pieces.map(({ first, last, level }) => ({
    text: text.slice(first, last + 1),
    isRightToLeft: level % 2 === 1,
  }));
}
