/** What a column of a foreign file may hold. */
export type ImportField =
  | 'person'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'client'
  | 'project'
  | 'activity'
  | 'comment'
  | 'tags'
  | 'billable'
  | 'date'
  | 'start'
  | 'endDate'
  | 'end'
  | 'duration';

/**
 * The heads that trackers write, in the languages that they translate them into; compared without case, and without a
 * currency in brackets. Where two columns of a file have a name of the same field, the earlier name in this list wins.
 */
const FIELD_NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  person: [
    'user_name',
    'user name',
    'member',
    'person',
    'full name',
    'employee',
    'benutzer',
    'mitarbeiter',
    'utilisateur',
    'usuario',
    'usuário',
    'utilizador',
    'user',
    'username',
    'name',
    'alias',
    'benutzername',
  ],
  firstName: ['first name', 'vorname', 'prénom', 'nombre de pila'],
  lastName: ['last name', 'nachname', 'nom de famille', 'apellido'],
  email: [
    'email',
    'e-mail',
    'user_email',
    'e-mail-adresse',
    'email address',
    'correo electrónico',
    'adresse e-mail',
  ],
  client: ['client', 'customer', 'client name', 'kunde', 'cliente', 'klant'],
  project: ['project', 'project name', 'projekt', 'projet', 'proyecto', 'projeto'],
  activity: [
    'activity',
    'task',
    'aktivität',
    'tätigkeit',
    'aufgabe',
    'activité',
    'tâche',
    'actividad',
    'tarea',
    'atividade',
    'tarefa',
    'activities',
    'tasks',
  ],
  comment: [
    'description',
    'notes',
    'comment',
    'note',
    'beschreibung',
    'notizen',
    'kommentar',
    'descripción',
    'descrição',
    'commentaire',
    'work description',
  ],
  tags: ['tags', 'tag', 'labels', 'schlagworte', 'etiquetas', 'étiquettes', 'mots-clés'],
  billable: ['billable', 'billable?', 'abrechenbar', 'verrechenbar', 'facturable', 'faturável'],
  date: [
    'date',
    'start date',
    'startdatum',
    'datum',
    'date de début',
    'fecha de inicio',
    'fecha',
    'data de início',
    'data',
    'day',
    'tag der arbeit',
    'started',
  ],
  start: [
    'start time',
    'from',
    'begin',
    'start',
    'startzeit',
    'von',
    'beginn',
    'heure de début',
    'de',
    'hora de inicio',
    'hora de início',
    'started at',
  ],
  endDate: [
    'end date',
    'stop date',
    'enddatum',
    'date de fin',
    'fecha de fin',
    'fecha de finalización',
    'data de término',
    'data de fim',
  ],
  end: [
    'end time',
    'stop time',
    'to',
    'end',
    'stop',
    'endzeit',
    'bis',
    'ende',
    'heure de fin',
    'à',
    'a',
    'hora de fin',
    'hora de finalización',
    'hora de término',
    'para',
    'ended at',
  ],
  duration: [
    'duration (h)',
    'duration',
    'hours',
    'duration (decimal)',
    'dauer (h)',
    'dauer',
    'dauer (dezimal)',
    'stunden',
    'durée (h)',
    'durée',
    'durée (décimal)',
    'duración (h)',
    'duración',
    'duración (decimal)',
    'duração (h)',
    'duração',
    'duração (decimal)',
    'minutes',
    'time spent',
    'minuten',
  ],
};

/** Which column holds which field; columns are counted from 0. */
export type Columns = Partial<Record<ImportField, number>>;

export const IMPORT_FIELDS = Object.keys(FIELD_NAMES) as ImportField[];

/** The head of a column as it is compared, and the currency that it named. */
export function readHead(text: string): { name: string; currency: string | null } {
  const plain = text
    .replace(/^\u{feff}/u, '')
    .replace(/\s+/g, ' ')
    .trim();
  const currency = /\(([A-Z]{3})\)\s*$/.exec(plain)?.[1] ?? null;
  return { name: (currency ? plain.replace(/\s*\([A-Z]{3}\)\s*$/, '') : plain).toLowerCase(), currency };
}

/** The columns that a row of heads names. */
export function findColumns(heads: readonly string[]): Columns {
  const names = heads.map((head) => readHead(head).name);
  const columns: Columns = {};
  for (const field of IMPORT_FIELDS) {
    const found = FIELD_NAMES[field].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (found !== undefined) columns[field] = found;
  }
  return columns;
}

/** Currencies that heads name, such as `Amount (EUR)`. */
export function currenciesOf(heads: readonly string[]): string[] {
  return [...new Set(heads.flatMap((head) => readHead(head).currency ?? []))];
}
