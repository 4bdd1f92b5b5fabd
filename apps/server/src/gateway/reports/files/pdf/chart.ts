import { ink, type Sheet } from './sheet.ts';

/** Minutes of a part of time, by the parts of which there are several. */
type ChartBar = { label: string; minutes: number[] };
export type Chart = { title: string; parts: string[]; bars: ChartBar[]; hours: (minutes: number) => string };

/** Distinct in grey as well; the last one stands for all others. */
const colors = ['#5b3fd6', '#b39ddb', '#00897b', '#f2a93b', '#d6517d', '#9aa0a6'];
export const MOST_PARTS = colors.length;

const height = 130;
const axis = 34;
const steps = [1, 2, 4, 8, 10, 20, 40, 50, 80, 100, 200, 400, 500, 1000, 2000, 5000, 10_000, 50_000];

/** Columns stacked over time, with what they are under them. */
export function drawChart(sheet: Sheet, { title, parts, bars, hours: written }: Chart): void {
  const { doc, margin, width } = sheet;
  sheet.need(height + 60);
  sheet.text(title, { isBold: true, points: 10 });
  sheet.space(4);
  const top = sheet.y;
  const most = Math.max(60, ...bars.map(({ minutes }) => minutes.reduce((sum, one) => sum + one, 0)));
  const step = (steps.find((hours) => most / (hours * 60) <= 5) ?? 100_000) * 60;
  const scale = height / (Math.ceil(most / step) * step);
  sheet.font(false, 7);
  for (let minutes = 0; minutes * scale <= height + 0.5; minutes += step) {
    const y = top + height - minutes * scale;
    doc
      .moveTo(margin + axis, y)
      .lineTo(margin + width, y)
      .lineWidth(0.4)
      .strokeColor(ink.line)
      .stroke();
    doc.fillColor(ink.quiet).text(written(minutes), margin, y - 4, { lineBreak: false });
  }
  const room = (width - axis) / Math.max(1, bars.length);
  const every = Math.ceil(34 / room);
  bars.forEach(({ label, minutes }, at) => {
    const x = margin + axis + at * room;
    let y = top + height;
    for (const [part, one] of minutes.entries()) {
      if (one === 0) continue;
      y -= one * scale;
      doc
        .rect(x + room * 0.15, y, room * 0.7, one * scale)
        .fill(colors[Math.min(part, MOST_PARTS - 1)] ?? ink.text);
    }
    if (at % every === 0) {
      doc.fillColor(ink.quiet);
      sheet.draw(label, x, top + height + 4);
    }
  });
  sheet.space(height + 18);
  drawLegend(sheet, parts);
  sheet.space(10);
}

function drawLegend(sheet: Sheet, parts: readonly string[]): void {
  if (parts.length < 2) return;
  const { doc, margin, width } = sheet;
  sheet.font(false, 8);
  let x = margin;
  for (const [at, part] of parts.entries()) {
    const name = part.length > 40 ? `${part.slice(0, 39)}…` : part;
    const room = sheet.widthOf(name) + 22;
    if (x + room > margin + width) {
      x = margin;
      sheet.space(12);
    }
    doc.rect(x, sheet.y + 1, 8, 8).fill(colors[Math.min(at, MOST_PARTS - 1)] ?? ink.text);
    doc.fillColor(ink.text);
    sheet.draw(name, x + 11, sheet.y);
    x += room;
  }
  sheet.space(12);
}
