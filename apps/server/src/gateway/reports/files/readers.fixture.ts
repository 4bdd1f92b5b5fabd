import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import readXlsxFile from 'read-excel-file/node';

type Cell = string | number | boolean | Date | null;

/** A workbook as a library reads it that did not write it. */
export async function openXlsx(bytes: Buffer): Promise<{ head: Cell[]; rows: Cell[][]; formats: string[] }> {
  const [sheet] = (await readXlsxFile(bytes)) as unknown as { data: Cell[][] }[];
  const [head = [], ...rows] = sheet?.data ?? [];
  const styles = strFromU8(unzipSync(bytes)['xl/styles.xml'] as Uint8Array);
  return { head, rows, formats: [...styles.matchAll(/formatCode="([^"]*)"/g)].map(([, code = '']) => code) };
}

/** The words of a PDF in their order, as its reader has them. */
export async function openPdf(bytes: Buffer): Promise<{ text: string; pages: number; size: number[] }> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  let size: number[] = [];
  for (let at = 1; at <= document.numPages; at++) {
    const page = await document.getPage(at);
    size = page.view.slice(2);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return { text: texts.join('\n'), pages: document.numPages, size };
}

/** What a sheet shows as hours is a part of a day, which its reader takes for an instant. */
export function minutesOfCell(cell: unknown): number {
  const days = cell instanceof Date ? (cell.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000 : Number(cell);
  return Math.round(days * 1440);
}

type Rows = Record<string, string>[];

/** A CSV as a library reads it that did not write it. */
export const rowsOfCsv = (bytes: Buffer | string): Rows => parse(bytes, { columns: true, bom: true });

/** Minutes of a column of hours: they have four places, which is to the minute. */
export const minutesIn = (rows: Rows, column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 60), 0);

/** Minor units of a column of amounts. */
export const centsIn = (rows: Rows, column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column] || 0) * 100), 0);
