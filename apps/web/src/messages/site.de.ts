import type { site as english } from './site.ts';
import type { Translation } from './translation.ts';

export const site: Translation<typeof english> = {
  product: 'Stint',
  loading: 'Wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  colorMode: 'Farbmodus umschalten',
  signOut: 'Abmelden',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  problem: 'Die Anfrage ist fehlgeschlagen',
  dismiss: 'Ausblenden',
  openingWorkspace: 'Der Arbeitsbereich wird geöffnet …',
  chooseWorkspace: 'Arbeitsbereich wählen',
  noAccess: 'Sie gehören nicht zu diesem Arbeitsbereich',
  noAccessText:
    'Bitten Sie eine Person mit Inhaber- oder Adminrechten um eine Einladung, oder wählen Sie einen anderen Arbeitsbereich.',
};
