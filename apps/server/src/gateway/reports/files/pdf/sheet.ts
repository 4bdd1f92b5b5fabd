import type { FontFile } from '../../../../platform/font-file.ts';
import { type FileLanguage, words } from '../words.ts';
import { createLetters, ownFonts } from './letters.ts';

export type Paper = 'A4' | 'Letter';
export type Align = 'left' | 'right';
export type SheetColumn = { head: string; width: number; align?: Align };
export type Look = { isBold?: boolean; indent?: number; shade?: boolean };

/** The colours of the screens, which print well in grey. */
export const ink = { text: '#1f1b2e', quiet: '#615c72', line: '#d9d5e3', shade: '#f3f1f8' };

const margin = 42;
const size = 8.5;
const lineHeight = 12;
const padding = 3;
const [logoWidth, logoHeight] = [126, 42];
/** Words whose width is kept in mind. */
const MOST_WORDS = 20_000;
/** So many rows are laid out before others of the process have their turn. */
const ROWS_AT_ONCE = 40;

type SheetOptions = {
  paper: Paper;
  layout?: 'portrait' | 'landscape';
  language: FileLanguage;
  title: string;
  /** A PNG above everything on the first page. */
  logo?: Buffer | null;
  /** What prints letters that the fonts of Stint do not have. */
  fallback?: FontFile | null;
  /** Stands under every page. */
  foot: string;
};

/** A document that is written from top to bottom, with tables that go on over the pages. */
export type Sheet = Awaited<ReturnType<typeof createSheet>>;

/** The fonts are in the file, so that names of many scripts print on any machine. */
export async function createSheet({
  paper,
  layout = 'portrait',
  language,
  title,
  foot,
  logo,
  fallback = null,
}: SheetOptions) {
  const { default: Document } = await import('pdfkit');
  const doc: PDFKit.PDFDocument = new Document({
    size: paper === 'Letter' ? 'LETTER' : 'A4',
    layout,
    margin,
    bufferPages: true,
    font: ownFonts.plain,
    info: { Title: title, Creator: 'Stint', Producer: 'Stint' },
    lang: language,
    displayTitle: true,
  } as PDFKit.PDFDocumentOptions);
  const letters = await createLetters(doc, fallback);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  const width = doc.page.width - 2 * margin;
  const bottom = () => doc.page.height - margin - 18;
  let y = margin;
  if (logo) {
    doc.image(logo, margin, y, { fit: [logoWidth, logoHeight] });
    y += logoHeight + 10;
  }
  let head: readonly SheetColumn[] | null = null;
  let rows = 0;

  const known = { plain: new Map<string, number>(), bold: new Map<string, number>() };
  let widths = known.plain;
  let points = size;

  function font(isBold = false, of = size) {
    const name = isBold ? 'bold' : 'plain';
    widths = known[name];
    points = of;
    letters.use(ownFonts[name], points);
  }

  function draw(text: string, x: number, at: number, options: { width?: number; align?: Align } = {}) {
    const shift = options.align === 'right' && options.width ? options.width - widthOf(text) * points : 0;
    letters.draw(text, x + shift, at);
  }

  /** Words come again and again, and measuring one costs more than drawing it. */
  function widthOf(word: string): number {
    const known = widths.get(word);
    if (known !== undefined) return known;
    const measured = letters.widthOf(word) / points;
    if (widths.size > MOST_WORDS) widths.clear();
    widths.set(word, measured);
    return measured;
  }

  /** Breaks a text into lines; words longer than a line are cut. */
  function wrap(text: string, width: number): string[] {
    const room = width / points;
    const lines: string[] = [];
    let [line, length] = ['', 0];
    for (let word of text.replace(/\s+/g, ' ').trim().split(' ')) {
      const longer = length + (line ? widthOf(' ') : 0) + widthOf(word);
      if (longer <= room) {
        [line, length] = [line ? `${line} ${word}` : word, longer];
        continue;
      }
      if (line) lines.push(line);
      while (widthOf(word) > room && word.length > 1) {
        const fits = longestFit(word, width);
        lines.push(word.slice(0, fits));
        word = word.slice(fits);
      }
      [line, length] = [word, widthOf(word)];
    }
    return [...lines, line];
  }

  function longestFit(word: string, room: number): number {
    let [low, high] = [1, word.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (letters.widthOf(word.slice(0, middle)) <= room) low = middle;
      else high = middle - 1;
    }
    // Not between the halves of one character.
    const code = word.charCodeAt(low - 1);
    return low > 1 && code >= 0xd800 && code <= 0xdbff ? low - 1 : low;
  }

  /** Goes to the next page where less room is left; a table says its head again there. */
  function need(room: number) {
    if (y + room <= bottom()) return;
    doc.addPage();
    y = margin;
    if (head) drawHead(head);
  }

  function drawHead(columns: readonly SheetColumn[]) {
    font(true);
    doc.fillColor(ink.quiet);
    let x = margin;
    for (const { head: text, width: room, align } of columns) {
      draw(wrap(text, room - 2 * padding)[0] ?? '', x + padding, y, {
        width: room - 2 * padding,
        ...(align ? { align } : {}),
      });
      x += room;
    }
    y += lineHeight + 2;
    rule(ink.quiet);
    y += 3;
  }

  function rule(color = ink.line) {
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke();
  }

  return {
    doc,
    width,
    margin,
    get y() {
      return y;
    },
    need,
    rule,
    font,
    draw,
    /** In points, in the font of now. */
    widthOf: (text: string) => widthOf(text) * points,
    space(points: number) {
      y += points;
    },
    /** A line or several, over the whole width. */
    text(text: string, { points: height = size, isBold = false, color = ink.text } = {}) {
      font(isBold, height);
      for (const line of wrap(text, width)) {
        need(height * 1.4);
        font(isBold, height);
        doc.fillColor(color);
        draw(line, margin, y);
        y += height * 1.4;
      }
    },
    /** Begins a table; widths are shares of the page. */
    beginTable(columns: readonly SheetColumn[]): readonly SheetColumn[] {
      const shares = columns.reduce((sum, column) => sum + column.width, 0);
      head = columns.map((column) => ({ ...column, width: (column.width / shares) * width }));
      need(3 * lineHeight);
      if (y > margin || rows === 0) drawHead(head);
      return head;
    },
    endTable() {
      head = null;
    },
    /** A row of the table; cells wrap, and a row is never cut by the end of a page. */
    async row(cells: readonly string[], { isBold = false, indent = 0, shade = false }: Look = {}) {
      rows += 1;
      if (rows % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      const columns = head ?? [];
      font(isBold);
      const texts = columns.map((column, at) =>
        wrap(cells[at] ?? '', column.width - 2 * padding - (at === 0 ? indent : 0)),
      );
      const height = Math.max(...texts.map((lines) => lines.length)) * lineHeight;
      need(Math.min(height, bottom() - margin) + 2);
      if (shade) doc.rect(margin, y - 1.5, width, height + 1).fill(ink.shade);
      font(isBold);
      doc.fillColor(ink.text);
      let x = margin;
      for (const [at, lines] of texts.entries()) {
        const { width: room, align } = columns[at] as SheetColumn;
        const left = x + padding + (at === 0 ? indent : 0);
        lines.forEach((line, index) => {
          draw(line, left, y + index * lineHeight, {
            width: room - 2 * padding,
            ...(align ? { align } : {}),
          });
        });
        x += room;
      }
      y += height + 1;
      rule();
      y += 2;
    },
    /** Numbers the pages and ends the document. */
    async end(): Promise<Buffer> {
      head = null;
      if (letters.hasGaps) {
        y += size;
        this.text(words[language].gaps, { color: ink.quiet });
      }
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        doc.switchToPage(page);
        font(false, 7);
        doc.fillColor(ink.quiet);
        // Below the margin the library would begin a new page.
        doc.page.margins.bottom = 0;
        const at = doc.page.height - margin + 4;
        draw(foot, margin, at);
        draw(words[language].page(page + 1, count), margin, at, { width, align: 'right' });
      }
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
