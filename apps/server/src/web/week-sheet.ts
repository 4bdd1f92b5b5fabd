import type { Language } from '@stint/domain/language.ts';
import { publicWords } from './public-words.ts';

type Row = { color: string; hours: string[]; total: string };

const rows: Row[] = [
  {
    color: 'a',
    hours: ['3:30', '4:00', '', '2:15', '6:00'],
    total: '15:45',
  },
  {
    color: 'b',
    hours: ['2:30', '3:30', '7:15', '4:00', ''],
    total: '17:15',
  },
  {
    color: 'c',
    hours: ['1:30', '', '0:45', '1:15', '1:30'],
    total: '5:00',
  },
];

const totals = ['7:30', '7:30', '8:00', '7:30', '7:30', '38:00'];

/** The product's week drawn as plain HTML for the public pages: no picture to load, right in both colour modes. */
export function weekSheet(language: Language): string {
  const words = publicWords[language].week;
  const [project, total, day] = words.heads;
  const cell = (hours: string, column: number) =>
    `<td class="${column === 3 ? 'now' : ''}">${hours ? `<span>${hours}</span>` : ''}</td>`;
  const line = ({ color, hours, total: sum }: Row, index: number) => {
    const [name, detail] = words.rows[index] ?? ['', ''];
    return `<tr><th scope="row"><i class="dot ${color}"></i>${name}<small>${detail}</small></th>${hours.map(cell).join('')}<td class="sum">${sum}</td></tr>`;
  };
  return `<figure class="sheet" aria-label="${words.label}">
<div class="sheet-head"><b>${words.range}</b><span class="saved">${words.saved}</span></div>
<table>
<thead><tr><th scope="col">${project}</th>${words.days.map((date) => `<th scope="col">${date}</th>`).join('')}<th scope="col">${total}</th></tr></thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
<tfoot><tr><th scope="row">${day}</th>${totals.map((sum) => `<td>${sum}</td>`).join('')}</tr></tfoot>
</table>
<div class="sheet-bar"><span class="bar-billable"></span><span class="bar-other"></span></div>
<p class="sheet-legend"><span><i class="dot billable"></i>${words.billable[0]} <b>33:00</b> ${words.billable[1]}</span><span><i class="dot other"></i>${words.nonBillable[0]} <b>5:00</b> ${words.nonBillable[1]}</span></p>
</figure>`;
}
