/** Words that say "du" to one reader or to several; the product says "Sie". */
const FAMILIAR = /(?<![\p{L}\d])(du|dein(?:e[mnrs]?)?|dich|euch|euer|eure[mnrs]?)(?![\p{L}\d])/giu;
/** In a text that is German throughout: elsewhere a folder is called so. */
const FAMILIAR_IN_GERMAN = /(?<![\p{L}\d.])(dir)(?![\p{L}\d])/giu;
/** How orders to one familiar person begin, as far as they are no nouns as well. */
const ORDERS =
  /(?<=^|[.!?:,„'"`(] ?)(gib|gehe?|wähle?|öffne|klicke?|tippe|melde|prüfe|lass|nimm|sieh|schaue?|lies|schreibe?|trage?|füge|speichere|warte|ziehe?|bestätige|ändere|lege?|lösche|starte|stoppe|bitte [a-zäöü]+e)(?= [^S]| S[^i])/gimu;

/** Where a German text speaks to somebody as one does to friends. */
export function findFamiliar(text: string, { isGerman }: { isGerman: boolean }): string[] {
  const patterns = isGerman ? [FAMILIAR, FAMILIAR_IN_GERMAN, ORDERS] : [FAMILIAR];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}
