import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  signInPage: {
    noAccount: 'Noch kein Konto?',
    invited: 'Sie müssen sich nicht registrieren: die Einladung ist Ihr Zugang.',
    forgot: 'Passwort vergessen?',
    signedOut: 'Sie wurden abgemeldet. Melden Sie sich an, um da weiterzumachen, wo Sie waren.',
    unread:
      'Ihr Konto konnte nicht gelesen werden, daher wurden Sie abgemeldet. Bitte melden Sie sich noch einmal an.',
    passwordSet: 'Das Passwort ist festgelegt',
    unsaved: (count) =>
      count === 1
        ? 'Eine Änderung Ihres Stundenzettels liegt auf diesem Gerät und wird gespeichert, sobald Sie angemeldet sind.'
        : `${count} Änderungen Ihres Stundenzettels liegen auf diesem Gerät und werden gespeichert, sobald Sie angemeldet sind.`,
  },
  workspaceSignIn: {
    hasAccount: 'Sie haben ein Stint-Konto?',
    useAccount: 'Damit anmelden',
  },
  signedOutAgain: {
    title: 'Sie wurden noch einmal abgemeldet',
    text: 'Der Server hat Ihre Sitzung innerhalb von zwei Minuten zweimal abgelehnt, obwohl Sie sich gerade angemeldet hatten. Sie sind abgemeldet, und nichts von dem, was Sie eingegeben haben, ist verloren. Warten Sie einen Augenblick, bevor Sie es noch einmal versuchen; wenn es so bleibt, sagen Sie es jemandem mit Inhaberrechten.',
    again: 'Noch einmal anmelden',
  },
  signUpPage: { hasAccount: 'Schon ein Konto?' },
  resetPage: { remembered: 'Wieder eingefallen?' },
  linkNote: (inviter, workspace) => `${inviter} hat Sie zu ${workspace} eingeladen.`,
};
