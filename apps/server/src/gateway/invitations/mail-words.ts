import type { Language } from '@stint/domain/language.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';

type Words = {
  somebody: string;
  subject(inviter: string, workspace: string, isAgain: boolean): string;
  lead(workspace: string, role: Role): string;
  again: string;
  life: string;
  label(workspace: string): string;
  footnote: string;
};

const english: Words = {
  somebody: 'Somebody',
  subject: (inviter, workspace, isAgain) =>
    `${inviter} invites you to ${workspace}${isAgain ? ' again' : ''}`,
  lead: (workspace, role) =>
    `You are invited to join ${workspace} as ${role === 'member' ? 'a member' : `an ${role}`}, to record and look at working time.`,
  again: 'This is in place of an earlier invitation, whose link no longer works.',
  life: 'The link works once, for seven days.',
  label: (workspace) => `Join ${workspace}`,
  footnote: 'If you do not know who sent this, you can ignore it; nothing happens without you.',
};

const germanRoles: Record<Role, string> = {
  owner: 'mit Inhaberrechten',
  admin: 'als Admin',
  editor: 'mit Bearbeitungsrechten',
  member: 'als Mitglied',
};

const german: Words = {
  somebody: 'Jemand',
  subject: (inviter, workspace, isAgain) =>
    `${inviter} lädt Sie ${isAgain ? 'noch einmal ' : ''}zu ${workspace} ein`,
  lead: (workspace, role) =>
    `Sie sind eingeladen, ${germanRoles[role]} zu ${workspace} zu kommen, um Arbeitszeit aufzuzeichnen und anzusehen.`,
  again: 'Diese Einladung ersetzt eine frühere, deren Link nicht mehr gilt.',
  life: 'Der Link gilt einmal, sieben Tage lang.',
  label: (workspace) => `Zu ${workspace}`,
  footnote:
    'Wenn Sie nicht wissen, von wem das kommt, brauchen Sie nichts zu tun; ohne Sie geschieht nichts.',
};

/** What an invitation says. */
export const invitationWords: Record<Language, Words> = { en: english, de: german };
