import { formatHours } from '@stint/domain/time/hours.ts';
import type { Table, TableCell, TableColumn } from '../table.ts';
import { type FileLanguage, words } from '../words.ts';
import { type Chart, drawChart } from './chart.ts';
import { createSheet, ink, type Paper } from './sheet.ts';

export type PdfForm = {
  workspace: string;
  title: string;
  about: readonly string[];
  paper: Paper;
  language: FileLanguage;
  madeOn: string;
  chart: Chart | null;
};

/** A table on paper, with what it is about above it and its chart. Rows may stand deeper than those they belong to. */
export async function tablePdf(
  table: Table & { levelOf?: (row: number) => number },
  form: PdfForm,
): Promise<Buffer> {
  const { workspace, title, about, paper, language, madeOn, chart } = form;
  const say = words[language];
  const { columns } = table;
  const layout = columns.length > 6 ? 'landscape' : 'portrait';
  const foot = `${workspace} · ${say.made(madeOn)}`;
  const sheet = await createSheet({ paper, layout, language, title: `${workspace}: ${title}`, foot });
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
        row.map((value, index) => shown(value, columns[index], language)),
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
      last.map((value, index) => shown(value, columns[index], language)),
      { isBold: true, shade: true },
    );
  return sheet.end();
}

const isFigure = (kind: TableColumn['kind']) => kind === 'hours' || kind === 'count' || kind === 'money';

function shown(value: TableCell, column: TableColumn | undefined, language: FileLanguage): string {
  if (value === null) return '';
  if (column?.kind === 'time') return String(value).slice(0, 16);
  if (typeof value === 'string') return value;
  if (column?.kind === 'hours') return formatHours(value);
  return formats[language][column?.kind === 'money' ? 'money' : 'count'].format(value);
}

/** Made once: making one costs more than all that it writes on a page. */
const formats = {
  en: formatsOf('en'),
  de: formatsOf('de'),
} satisfies Record<FileLanguage, ReturnType<typeof formatsOf>>;

function formatsOf(language: FileLanguage) {
  return {
    money: new Intl.NumberFormat(language, { minimumFractionDigits: 2 }),
    count: new Intl.NumberFormat(language),
  };
}
