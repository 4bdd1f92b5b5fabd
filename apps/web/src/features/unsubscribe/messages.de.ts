import type { Translation } from '../../messages/translation.ts';
import type { text as english } from './messages.ts';

export const text: Translation<typeof english> = {
  mails: {
    reminders: 'Erinnerungen an Wochen, die nicht eingereicht sind',
    digests: 'den Wochenüberblick',
    weeks: 'E-Mails über eingereichte, genehmigte oder zurückgewiesene Wochen',
    budgets: 'E-Mails über Budgets Ihrer Projekte',
    report: 'den Bericht',
  },
  question: 'Diese E-Mails abbestellen?',
  about: (mail, workspace) => `Es geht um ${mail} von ${workspace}.`,
  named: (mail, name) => `${mail} „${name}“`,
  stop: 'Diese E-Mails abbestellen',
  stopped: 'Diese E-Mails sind abbestellt',
  stoppedText: (mail, workspace) => `${workspace} schickt Ihnen ${mail} nicht mehr.`,
  againSwitch: 'In Ihren Einstellungen können Sie sie unter „Benachrichtigungen“ wieder einschalten.',
  againReport: 'Wenn Sie ihn wieder möchten, wenden Sie sich an die Person, die ihn verschickt.',
  ended: 'Dieser Link bestellt nichts mehr ab',
  endedText:
    'Wenn noch E-Mails kommen, benutzen Sie den Link in der neuesten, oder schalten Sie sie in Ihren Einstellungen aus.',
};
