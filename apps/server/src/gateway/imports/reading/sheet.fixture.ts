import { strToU8, zipSync } from 'fflate';

/** A cell of a sheet: text, a number in one of the styles, or a formula with what it gave, if it was ever worked out. */
export type SheetCell =
  | string
  | { number: number; style?: Style }
  | { formula: string; gave?: number; style?: Style };

/** Number formats as programs write them, in the order of the styles. */
const styles = ['General', 'yyyy-mm-dd', '[h]:mm', 'h:mm', 'dd/mm/yyyy hh:mm', '0.00'] as const;
type Style = (typeof styles)[number];

/** An XLSX file, part by part as ECMA-376 has it; no writer of ours has a hand in it. */
export function sheetFile(rows: readonly (readonly SheetCell[])[]): Uint8Array {
  const office = 'http://schemas.openxmlformats.org';
  const main = `xmlns="${office}/spreadsheetml/2006/main"`;
  const kind = `${office}/officeDocument/2006/relationships`;
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zipSync({
    '[Content_Types].xml': part(`<Types xmlns="${office}/package/2006/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>
      <Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`),
    '_rels/.rels': part(`<Relationships xmlns="${office}/package/2006/relationships">
      <Relationship Id="rId1" Type="${kind}/officeDocument" Target="xl/workbook.xml"/></Relationships>`),
    'xl/workbook.xml': part(
      `<workbook ${main} xmlns:r="${kind}"><sheets><sheet name="Time" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': part(`<Relationships xmlns="${office}/package/2006/relationships">
      <Relationship Id="rId1" Type="${kind}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Type="${kind}/styles" Target="styles.xml"/></Relationships>`),
    'xl/styles.xml': part(`<styleSheet ${main}>
      <numFmts count="${styles.length}">${styles.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts>
      <fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
      <cellStyleXfs count="1"><xf/></cellStyleXfs>
      <cellXfs count="${styles.length}">${styles.map((_code, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`),
    'xl/worksheets/sheet1.xml': part(
      `<worksheet ${main}><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    ),
  });
}

function rowXml(cells: readonly SheetCell[], index: number): string {
  const row = index + 1;
  return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row}`)).join('')}</row>`;
}

function cellXml(cell: SheetCell, place: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  const style = `s="${styles.indexOf(cell.style ?? 'General')}"`;
  if ('number' in cell) return `<c r="${place}" ${style}><v>${cell.number}</v></c>`;
  const value = cell.gave === undefined ? '' : `<v>${cell.gave}</v>`;
  return `<c r="${place}" ${style}><f>${escaped(cell.formula)}</f>${value}</c>`;
}
