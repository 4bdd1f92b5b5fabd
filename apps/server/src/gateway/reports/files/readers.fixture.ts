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
