import type { Language } from '@stint/domain/language.ts';
import { publicWords } from './public-words.ts';

type Row = { color: string; hours: string[]; total: string };

/** Thursday. */
const TODAY = 3;

const rows: Row[] = [
  { color: 'a', hours: ['3:30', '4:00', '', '2:15', '6:00'], total: '15:45' },
  { color: 'b', hours: ['2:30', '3:30', '7:15', '4:00', ''], total: '17:15' },
  { color: 'c', hours: ['1:30', '', '0:45', '1:15', '1:30'], total: '5:00' },
];

const totals = ['7:30', '7:30', '8:00', '7:30', '7:30', '38:00'];

/** The product's week drawn as plain HTML for the public pages: no picture to load, right in both colour modes. */
export function weekSheet(language: Language): string {
  const words = publicWords[language].week;
  const [project, total, day] = words.heads;
  const isNow = (column: number) => (column === TODAY ? ' class="now"' : '');
  const cells = (texts: readonly string[]) =>
    texts.map((html, column) => `<td${isNow(column)}>${html}</td>`).join('');
  const group = ({ color, hours, total: sum }: Row, index: number) => {
    const [client, work] = words.rows[index] ?? ['', ''];
    const filled = hours.map((text) => (text ? `<span class="${color}">${text}</span>` : ''));
    return `<tr class="client"><th scope="row">${client}</th>${cells(hours.map(() => ''))}<td>${sum}</td></tr>
<tr><th scope="row"><i class="dot ${color}"></i>${work}</th>${cells(filled)}<td class="sum">${sum}</td></tr>`;
  };
  const heads = words.days.map(
    (date, column) => `<th scope="col"${isNow(column)}>${column === TODAY ? words.today : date}</th>`,
  );
  return `<figure class="sheet" aria-label="${words.label}">
<div class="sheet-head"><b>${words.range}</b><span class="saved">${words.saved}</span></div>
<table>
<thead><tr><th scope="col">${project}</th>${heads.join('')}<th scope="col">${total}</th></tr></thead>
<tbody>
${rows.map(group).join('\n')}
</tbody>
<tfoot><tr><th scope="row">${day}</th>${cells(totals)}</tr></tfoot>
</table>
<div class="sheet-bar"><span class="bar-billable"></span><span class="bar-other"></span></div>
<p class="sheet-legend">${words.billable}</p>
</figure>`;
}
