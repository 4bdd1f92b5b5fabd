import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Writer } from '@stint/domain/workspace/writer.ts';
import type { FontFile } from '../../../../platform/font-file.ts';
import type { EntryRow } from '../entry-rows.ts';
import { type FileLanguage, words } from '../words.ts';
import { createSheet, ink, type Paper, type Sheet } from './sheet.ts';

/** How far one week of a timesheet is. */
export type TimesheetWeek = {
  weekEndDate: string;
  status: string;
  approvedBy: string | null;
  approvedOn: string | null;
};

export type Timesheet = {
  workspace: string;
  logo: Buffer | null;
  fallback: FontFile | null;
  person: string;
  from: string;
  to: string;
  weeks: readonly TimesheetWeek[];
  paper: Paper;
  language: FileLanguage;
  writer: Writer;
  madeOn: string;
};

/** One person's time of a period, week by week, to be signed by them and by who approves it. */
export async function timesheetPdf(
  rows: AsyncIterable<EntryRow[]>,
  { workspace, logo, fallback, person, from, to, weeks, paper, language, writer, madeOn }: Timesheet,
): Promise<Buffer> {
  const say = words[language];
  const dates = say.until(writer.date(from), writer.date(to));
  const title = `${say.timesheet} ${person} ${dates}`;
  const sheet = await createSheet({
    paper,
    language,
    title,
    foot: `${workspace} · ${say.made(madeOn)}`,
    logo,
    fallback,
  });
  sheet.text(workspace, { color: ink.quiet, points: 10 });
  sheet.text(`${say.timesheet}: ${person}`, { isBold: true, points: 17 });
  sheet.text(dates, { points: 11 });
  sheet.space(12);
  const columns = [
    { head: say.columns.date, width: 16 },
    { head: say.columns.project, width: 30 },
    { head: say.columns.activity, width: 16 },
    { head: say.columns.comment, width: 31 },
    { head: say.columns.hours, width: 9, align: 'right' as const },
  ];
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  let [minutes, billable, ofWeek] = [0, 0, 0];
  let [week, day] = ['', ''];
  const endWeek = async () => {
    if (week === '') return;
    await sheet.row([say.total, '', '', '', writer.hours(ofWeek)], { isBold: true, shade: true });
    sheet.endTable();
    sheet.space(8);
  };
  for await (const some of rows) {
    for (const row of some) {
      if (weekEndOf(row.workDate) !== week) {
        await endWeek();
        week = weekEndOf(row.workDate);
        ofWeek = 0;
        beginWeek(
          sheet,
          week,
          weeks.find(({ weekEndDate }) => weekEndDate === week),
          { say, writer },
        );
        sheet.beginTable(columns);
        day = '';
      }
      const date =
        row.workDate === day ? '' : `${weekday.format(new Date(row.workDate))} ${writer.date(row.workDate)}`;
      day = row.workDate;
      const work = [row.client, row.project].filter(Boolean).join(' › ');
      await sheet.row([date, work, row.activity ?? '', row.comment, writer.hours(row.minutes)]);
      minutes += row.minutes;
      ofWeek += row.minutes;
      if (row.isBillable) billable += row.minutes;
    }
  }
  await endWeek();
  if (minutes === 0) sheet.text(say.nothing, { points: 11 });
  sheet.need(130);
  sheet.text(`${say.total}: ${writer.hours(minutes)}`, { isBold: true, points: 13 });
  sheet.text(`${say.columns.billable}: ${writer.hours(billable)}`, { color: ink.quiet, points: 10 });
  sign(sheet, person, language);
  return sheet.end();
}

function beginWeek(
  sheet: Sheet,
  weekEndDate: string,
  week: TimesheetWeek | undefined,
  { say, writer }: { say: (typeof words)[FileLanguage]; writer: Writer },
): void {
  const { status = 'open', approvedBy = null, approvedOn = null } = week ?? {};
  const state =
    status === 'approved' && approvedBy && approvedOn
      ? say.approvedBy(approvedBy, writer.date(approvedOn))
      : (say.statuses[status] ?? status);
  sheet.need(60);
  sheet.text(`${say.week(writer.date(addDays(weekEndDate, -6)), writer.date(weekEndDate))} · ${state}`, {
    isBold: true,
    points: 10,
  });
  sheet.space(3);
}

/** Two lines to sign on, never alone on a page without the total. */
function sign(sheet: Sheet, person: string, language: FileLanguage): void {
  const say = words[language];
  const { doc, margin, width } = sheet;
  sheet.space(46);
  const half = (width - 30) / 2;
  [
    `${say.signed.date}, ${say.signed.person} (${person})`,
    `${say.signed.date}, ${say.signed.approver}`,
  ].forEach((text, at) => {
    const x = margin + at * (half + 30);
    doc
      .moveTo(x, sheet.y)
      .lineTo(x + half, sheet.y)
      .lineWidth(0.8)
      .strokeColor(ink.text)
      .stroke();
    sheet.font(false, 8);
    doc.fillColor(ink.quiet);
    sheet.draw(text, x, sheet.y + 4);
  });
  sheet.space(30);
}
