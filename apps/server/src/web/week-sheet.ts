type Row = { color: string; project: string; detail: string; hours: string[]; total: string };

const days = ['Mon 16', 'Tue 17', 'Wed 18', 'Thu 19', 'Fri 20'];

const rows: Row[] = [
  {
    color: 'a',
    project: 'Harbour website',
    detail: 'Acme › Design',
    hours: ['3:30', '4:00', '', '2:15', '6:00'],
    total: '15:45',
  },
  {
    color: 'b',
    project: 'Ferry app',
    detail: 'Northline › Development',
    hours: ['2:30', '3:30', '7:15', '4:00', ''],
    total: '17:15',
  },
  {
    color: 'c',
    project: 'Internal',
    detail: 'Planning',
    hours: ['1:30', '', '0:45', '1:15', '1:30'],
    total: '5:00',
  },
];

const totals = ['7:30', '7:30', '8:00', '7:30', '7:30', '38:00'];

/** The product's week drawn as plain HTML for the public pages: no picture to load, right in both colour modes. */
export function weekSheet(): string {
  const cell = (hours: string, column: number) =>
    `<td class="${column === 3 ? 'now' : ''}">${hours ? `<span>${hours}</span>` : ''}</td>`;
  const line = ({ color, project, detail, hours, total }: Row) =>
    `<tr><th scope="row"><i class="dot ${color}"></i>${project}<small>${detail}</small></th>${hours.map(cell).join('')}<td class="sum">${total}</td></tr>`;
  return `<figure class="sheet" aria-label="A week in Stint: three projects, 38:00 hours, 82.5% billable">
<div class="sheet-head"><b>16–20 Nov 2026</b><span class="saved">Saved</span></div>
<table>
<thead><tr><th scope="col">Project</th>${days.map((day) => `<th scope="col">${day}</th>`).join('')}<th scope="col">Total</th></tr></thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
<tfoot><tr><th scope="row">Day</th>${totals.map((total) => `<td>${total}</td>`).join('')}</tr></tfoot>
</table>
<div class="sheet-bar"><span class="bar-billable"></span><span class="bar-other"></span></div>
<p class="sheet-legend"><span><i class="dot billable"></i>Billable <b>33:00</b> 82.5%</span><span><i class="dot other"></i>Non-billable <b>5:00</b> 12.5%</span></p>
</figure>`;
}
