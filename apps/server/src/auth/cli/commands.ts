import type { AuthService } from '../service.ts';
import type { Arguments } from './arguments.ts';
import { createNewKey, listTenantKeys, rotateKey } from './keys.ts';
import { promoteRoot } from './promote.ts';
import { removeSigningKeys, rotateSigningKey } from './signing.ts';
import { createTenant, listTenants, showTenant } from './tenants.ts';
import { endUserSessions, findPeople, listUserSessions, setLocked, showUser } from './users.ts';

export type Command = {
  /** Words after the command's name, as help shows them. */
  usage: string;
  summary: string;
  /** What the command did or found: a row, or rows. */
  run(service: AuthService, args: Arguments): Promise<Record<string, unknown> | Record<string, unknown>[]>;
};

/** Every command of `npm run latchkey`. */
export const commands: Record<string, Command> = {
  'tenant create': {
    usage: '<name> [--slug <slug>] [--region <code>] [--parent <tenant>] [--owner <email>]',
    summary: 'A workspace or another child of a tenant; without --parent a root tenant with its admin key',
    run: createTenant,
  },
  'tenant list': { usage: '[--parent <tenant>]', summary: 'Tenants, the newest first', run: listTenants },
  'tenant show': { usage: '<tenant>', summary: 'One tenant with flow and settings', run: showTenant },
  'user find': {
    usage: '<text> [--tenant <tenant>]',
    summary: 'People by email, username, name or id',
    run: findPeople,
  },
  'user show': { usage: '<userUuid or number>', summary: 'One person with all workspaces', run: showUser },
  'user lock': {
    usage: '<userUuid or number>',
    summary: 'End all sessions and refuse new ones',
    run: (s, a) => setLocked(s, a, true),
  },
  'user unlock': {
    usage: '<userUuid or number>',
    summary: 'Let a locked person in again',
    run: (s, a) => setLocked(s, a, false),
  },
  'session list': {
    usage: '<userUuid or number>',
    summary: 'Live sessions of a person',
    run: listUserSessions,
  },
  'session end': {
    usage: '<sessionId> | --user <userUuid or number>',
    summary: 'End a session with its family, or all',
    run: endUserSessions,
  },
  'key create': {
    usage: '<tenant> [--type admin|readonly|webhook] [--name <name>]',
    summary: 'A new server key, shown once',
    run: createNewKey,
  },
  'key list': { usage: '<tenant>', summary: 'Server keys of a tenant', run: listTenantKeys },
  'key rotate': {
    usage: '<tenant> <keyId>',
    summary: 'A new key of the same type; the old one stops working',
    run: rotateKey,
  },
  'signing-key rotate': {
    usage: '',
    summary: 'Make the next signing key where it is due',
    run: rotateSigningKey,
  },
  'signing-key remove': {
    usage: '--yes',
    summary: 'Emergency: a new key at once, every token dies',
    run: removeSigningKeys,
  },
  promote: {
    usage: '<root tenant> --yes',
    summary: 'Move a root tenant with people and workspaces from test to live',
    run: promoteRoot,
  },
};

/** The text of `--help`. */
export function helpText(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = names.map((name) => {
    const { usage, summary } = commands[name] as Command;
    return `  ${name.padEnd(width)}${summary}\n  ${' '.repeat(width)}${name} ${usage}`;
  });
  return [
    'Administers Latchkey, beside a running product or without one.',
    '',
    'npm run latchkey -- <command> [--json]',
    '',
    ...lines,
    '',
    '  --json   answer as JSON',
    '  --help   this text',
    '',
  ].join('\n');
}
