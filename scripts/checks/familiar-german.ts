/** Words that say "du" to one reader or to several; the product says "Sie". */
const FAMILIAR = wordsOf(
  'du dein deine deinem deinen deiner deines deins dich euch euer eure eurem euren eurer eures',
  'iu',
);
/** In a text that is German throughout: elsewhere a folder is called so, and the others are parts of names. */
const FAMILIAR_IN_GERMAN = wordsOf(
  [
    'dir kannst könntest hast hattest hättest willst wolltest möchtest musst müsstest bist warst wirst würdest',
    'sollst solltest darfst dürftest siehst brauchst weißt findest bekommst gibst gehst machst nimmst arbeitest',
  ].join(' '),
  'iu',
  '.',
);

/** What one familiar person is told to do; none of these is a noun as well. */
const ORDERS = [
  'gib geh gehe wähl wähle öffne schließ schließe klicke tippe melde prüf prüfe lass lasse nimm sieh schau schaue lies',
  'schreib schreibe trag trage füg füge speichere warte zieh ziehe bestätig bestätige änder ändere leg lege lösch lösche',
  'starte stoppe beende nutz nutze benutz benutze verwende such frag lade kopier kopiere drück drücke entfern entferne',
  'erstell erstelle richte stell mach mache denk denke setz setze komm bring bringe hol hole sag sage scroll scrolle',
  'ergänz ergänze verbinde trenne behalt behalte halte wechsle kehre sende schick schicke trag trage vergiss hilf sprich',
].flatMap((line) => line.split(' '));
const ANY_CASE = ORDERS.map(([first = '', ...rest]) => `[${first.toUpperCase()}${first}]${rest.join('')}`);
/** Where an order begins: a text, a sentence, or one that is asked for kindly or comes after another. */
const BEFORE = '(?<=^\\s*|[.!?:;,„“"\'`(>–] ?|\\b[Bb]itte |\\b(?:und|oder|[Dd]ann) )';
const ORDER = new RegExp(`${BEFORE}(?:${ANY_CASE.join('|')})(?![\\p{L}\\d])(?! Sie(?!\\p{L}))`, 'gmu');

function wordsOf(words: string, flags: string, notAfter = ''): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\d${notAfter}])(?:${words.split(' ').join('|')})(?![\\p{L}\\d])`,
    `g${flags}`,
  );
}

/** Where a German text speaks to somebody as one does to friends. */
export function findFamiliar(text: string, { isGerman }: { isGerman: boolean }): string[] {
  const patterns = isGerman ? [FAMILIAR, FAMILIAR_IN_GERMAN, ORDER] : [FAMILIAR];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}
