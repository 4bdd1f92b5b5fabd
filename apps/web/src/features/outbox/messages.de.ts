import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  title: 'Postausgang',
  text: 'Im Testmodus wird nichts verschickt. Was verschickt worden wäre, liegt hier.',
  filter: 'An',
  empty: 'Noch wurde nichts verschickt',
  emptyText: 'Registrieren Sie sich oder fordern Sie einen Link an, und die Nachricht erscheint hier.',
  refresh: 'Neu laden',
  openLink: 'Link öffnen',
  code: (code) => `Code ${code}`,
  failed: 'Der Postausgang konnte nicht gelesen werden. Läuft der Anmeldedienst?',
};
