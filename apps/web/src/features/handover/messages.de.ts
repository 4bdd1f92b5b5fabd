import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  failed: 'Der Arbeitsbereich konnte nicht geöffnet werden',
  failedText: 'Der Schritt zwischen Anmeldung und Arbeitsbereich blieb stehen. Nichts ist verloren.',
  factorTitle: 'Noch ein Schritt',
  firstFactorText:
    'Dieser Arbeitsbereich nimmt einen anderen Anmeldeweg. Wählen Sie einen, um weiterzugehen.',
  useFactorText:
    'Dieser Arbeitsbereich verlangt einen zweiten Faktor. Geben Sie Ihren ein, um weiterzugehen.',
  setUpFactorText:
    'Dieser Arbeitsbereich verlangt einen zweiten Faktor. Richten Sie einen ein, um weiterzugehen; beim nächsten Mal werden Sie danach gefragt.',
  freshProofText:
    'Dieser Arbeitsbereich verlangt einen zweiten Faktor. Bestätigen Sie, dass Sie es sind, bevor Sie einen einrichten.',
  noFactorText:
    'Keiner der Anmeldewege, die dieser Arbeitsbereich nimmt, ist für Sie eingerichtet. Fragen Sie jemanden mit Inhaberrechten.',
  ownProviderText:
    'Dieser Arbeitsbereich verlangt sein eigenes Single Sign-on. Verbinden Sie es einmal mit Ihrem Konto; danach meldet es Sie hier an.',
  connect: (provider) => `Mit ${provider} verbinden`,
  singleSignOn: 'Single Sign-on',
  ownSignIn: 'Mit dem Single Sign-on des Arbeitsbereichs anmelden',
  confirmText: 'Bestätigen Sie vorher, dass Sie es sind.',
  changedText:
    'Der Arbeitsbereich hat geändert, wie man sich anmeldet. Gehen Sie weiter, um den verlangten Schritt zu tun.',
  goOn: 'Weiter',
  setPassword: 'Passwort festlegen',
};
