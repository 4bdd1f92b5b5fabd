import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import type { Writer } from '@stint/domain/workspace/writer.ts';
import type { FontFile } from '../../../../platform/font-file.ts';
import type { Table, TableCell, TableColumn } from '../table.ts';
import { type FileLanguage, words } from '../words.ts';
import { type Chart, drawChart } from './chart.ts';
import { createSheet, ink, type Paper } from './sheet.ts';

export type PdfForm = {
  workspace: string;
  logo: Buffer | null;
  fallback: FontFile | null;
  title: string;
  about: readonly string[];
  paper: Paper;
  language: FileLanguage;
  writer: Writer;
  madeOn: string;
  chart: Chart | null;
};

/** A table on paper, with what it is about above it and its chart. Rows may stand deeper than those they belong to. */
export async function tablePdf(
  table: Table & { levelOf?: (row: number) => number },
  form: PdfForm,
): Promise<Buffer> {
  const { workspace, logo, fallback, title, about, paper, language, writer, madeOn, chart } = form;
  const say = words[language];
  const { columns } = table;
  const layout = columns.length > 6 ? 'landscape' : 'portrait';
  const foot = `${workspace} · ${say.made(madeOn)}`;
  const name = `${workspace}: ${title}`;
  const sheet = await createSheet({ paper, layout, language, title: name, foot, logo, fallback });
  sheet.text(workspace, { color: ink.quiet, points: 10 });
  sheet.text(title, { isBold: true, points: 17 });
  for (const line of about) sheet.text(line, { points: 10 });
  sheet.space(12);
  if (chart) drawChart(sheet, chart);
  sheet.beginTable(
    columns.map(({ head, kind, width }) => ({
      head,
      width: width + 2,
      align: isFigure(kind) ? 'right' : 'left',
    })),
  );
  let at = 0;
  for await (const rows of table.rows) {
    for (const row of rows) {
      const level = table.levelOf?.(at++) ?? 0;
      const isGroup = table.levelOf !== undefined && (table.levelOf(at) ?? 0) > level;
      await sheet.row(
        row.map((value, index) => shown(value, columns[index], writer)),
        {
          indent: level * 12,
          isBold: isGroup,
        },
      );
    }
  }
  const last = table.totals();
  if (at === 0 && !last) sheet.text(say.nothing);
  if (last)
    await sheet.row(
      last.map((value, index) => shown(value, columns[index], writer)),
      { isBold: true, shade: true },
    );
  return sheet.end();
}

const isFigure = (kind: TableColumn['kind']) => kind === 'hours' || kind === 'count' || kind === 'money';

function shown(value: TableCell, column: TableColumn | undefined, writer: Writer): string {
  if (value === null) return '';
  if (typeof value === 'string') return textOf(value, column, writer);
  if (column?.kind === 'hours') return writer.hours(value);
  return column?.kind === 'money' ? writer.amount(value) : writer.count(value);
}

/** In a column of dates stands the word for their sum as well. */
function textOf(value: string, column: TableColumn | undefined, writer: Writer): string {
  if (column?.kind === 'time') return writer.moment(value);
  return column?.kind === 'date' && isPlainDate(value) ? writer.date(value) : value;
}
