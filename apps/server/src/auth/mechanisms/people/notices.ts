import { plainName } from '@stint/domain/plain-name.ts';
import type { Notice } from '../outbox/notices.ts';

export const ownerRole = (workspace: string): Notice => ({
  en: {
    subject: 'You are now an owner',
    paragraphs: [`You were made an owner of ${plainName(workspace)}.`],
    footnote: 'Owners can change settings, members and billing.',
  },
  de: {
    subject: 'Sie haben jetzt Inhaberrechte',
    paragraphs: [`Sie haben Inhaberrechte in ${plainName(workspace)} bekommen.`],
    footnote: 'Damit können Sie Einstellungen, Mitglieder und die Abrechnung ändern.',
  },
});

export const accountDeleted: Notice = {
  en: {
    subject: 'Your account was deleted',
    paragraphs: ['Your sessions have ended and your personal data will be erased within 30 days.'],
    footnote: 'If this was not you, answer this message now.',
  },
  de: {
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: ['Ihre Sitzungen sind beendet, und Ihre persönlichen Daten werden in 30 Tagen gelöscht.'],
    footnote: 'Wenn Sie das nicht waren, antworten Sie jetzt auf diese Nachricht.',
  },
};

export const passwordChanged: Notice = {
  en: { subject: 'Your password was changed', paragraphs: ['All other sessions were ended.'] },
  de: { subject: 'Ihr Passwort wurde geändert', paragraphs: ['Alle anderen Sitzungen wurden beendet.'] },
};
