import { ROLES, type Role } from './roles.ts';

/**
 * How far an ability reaches, each wider than the one before where both apply to the same kind of thing:
 * `own` my own · `assigned` also public things and those I am a member of · `approves` also people whose approver I am ·
 * `managed` also projects that I manage · `all` the whole workspace.
 */
export type Scope = 'none' | 'own' | 'assigned' | 'approves' | 'managed' | 'all';

/** Permission flags of a team member; they add to the role and never take away. */
export interface PermissionFlags {
  createEditProjects: boolean;
  createEditClientsActivities: boolean;
  createEditTime: boolean;
}

/** The person who wants to do something, and the workspace settings that bear on it. */
export interface Actor extends Partial<PermissionFlags> {
  teamMemberID: string;
  role: Role;
  /** The workspace lets editors see bill rates. */
  editorsSeeBillRates?: boolean | undefined;
}

/** What an ability is about: only the fields that apply. Ids are teamMemberIDs. */
export interface Thing {
  /** Whose time, week, token or record this is. */
  teamMemberID?: string | null | undefined;
  /** Approver of that person. */
  approverID?: string | null | undefined;
  /** Manager of the project. */
  managerID?: string | null | undefined;
  /** Members of the project. */
  memberIDs?: readonly string[] | undefined;
  /** The project is open to everybody. */
  isPublic?: boolean | undefined;
}

interface AbilityRow extends Readonly<Record<Role, Scope>> {
  /** Scope that a flag gives to roles that have less. */
  readonly flag?: { readonly name: keyof PermissionFlags; readonly editor?: Scope; readonly member?: Scope };
  /** Scope that a workspace setting gives to editors. */
  readonly editorsIf?: { readonly setting: 'editorsSeeBillRates'; readonly scope: Scope };
}

const everyone = { owner: 'own', admin: 'own', editor: 'own', member: 'own' } as const;
const leaders = { owner: 'all', admin: 'all', editor: 'none', member: 'none' } as const;
const editorsUp = { owner: 'all', admin: 'all', editor: 'all', member: 'none' } as const;
const ownerOnly = { owner: 'all', admin: 'none', editor: 'none', member: 'none' } as const;

/** Which role may do what, one row for each ability; server and web decide by this table alone. */
export const ABILITIES = {
  'time.editOwn': everyone,
  'week.submitOwn': everyone,
  'time.editOthers': { ...leaders, flag: { name: 'createEditTime', editor: 'managed', member: 'approves' } },
  'time.see': { owner: 'all', admin: 'all', editor: 'managed', member: 'approves' },
  'report.see': { owner: 'all', admin: 'all', editor: 'managed', member: 'own' },
  /** Show a report to people outside of the workspace: by a link, or by a mail that comes round. */
  'report.publish': leaders,
  'week.approve': { owner: 'all', admin: 'all', editor: 'managed', member: 'approves' },
  'week.reopen': leaders,
  'time.editLocked': leaders,
  'project.see': { owner: 'all', admin: 'all', editor: 'all', member: 'assigned' },
  'project.write': { ...editorsUp, flag: { name: 'createEditProjects', member: 'all' } },
  /** Give a project to somebody to manage, who then sees what others record on it: not to oneself. */
  'project.entrust': {
    owner: 'all',
    admin: 'all',
    editor: 'managed',
    member: 'none',
    flag: { name: 'createEditProjects', member: 'managed' },
  },
  'client.write': { ...editorsUp, flag: { name: 'createEditClientsActivities', member: 'all' } },
  'activity.write': { ...editorsUp, flag: { name: 'createEditClientsActivities', member: 'all' } },
  'rate.seeBill': { ...leaders, editorsIf: { setting: 'editorsSeeBillRates', scope: 'all' } },
  'rate.seeCost': leaders,
  'rate.write': leaders,
  /** Give approved time another amount: what people agreed on once. */
  'rate.changeApproved': ownerOnly,
  'member.see': { owner: 'all', admin: 'all', editor: 'all', member: 'approves' },
  'member.manage': leaders,
  'data.import': leaders,
  'data.exportAll': leaders,
  'token.own': everyone,
  'token.workspace': leaders,
  'webhook.manage': leaders,
  'audit.see': leaders,
  'workspace.configure': leaders,
  'billing.manage': ownerOnly,
  'workspace.transfer': ownerOnly,
  'workspace.delete': ownerOnly,
} as const satisfies Record<string, AbilityRow>;

/** The name of one thing that somebody may be allowed to do. */
export type Ability = keyof typeof ABILITIES;

/** The roles, and the flag, that open each ability at least for something: what `hasPermission` is asked for. */
const OPENED_BY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(ABILITIES).map(([ability, row]: [string, AbilityRow]) => [
    ability,
    [...ROLES.filter((role) => row[role] !== 'none'), ...(row.flag ? [row.flag.name] : [])],
  ]),
);

const WIDTH: readonly Scope[] = ['none', 'own', 'assigned', 'approves', 'managed', 'all'];

/** How far an ability reaches for a person: the widest of role, flag and workspace setting. For filters in queries. */
export function scopeOf(actor: Actor, ability: Ability): Scope {
  const row: AbilityRow = ABILITIES[ability];
  const scopes = [row[actor.role], flagScope(row, actor), settingScope(row, actor)];
  return scopes.reduce((widest, scope) => (WIDTH.indexOf(scope) > WIDTH.indexOf(widest) ? scope : widest));
}

/**
 * Whether a person may do something to a thing. Without a thing: whether there is anything at all the person may do it to,
 * which is what menus and routes ask.
 */
export function can(actor: Actor, ability: Ability, thing?: Thing): boolean {
  if (thing === undefined) return mayAtAll(actor, ability);
  const scope = scopeOf(actor, ability);
  if (scope === 'none' || scope === 'all') return scope === 'all';
  return isWithin(actor.teamMemberID, scope, thing);
}

/** Whether a person may still do and see everything that they might before, each ability as far as it reached then. */
export function keepsReach(before: Actor, now: Actor): boolean {
  const width = (actor: Actor, ability: Ability) => WIDTH.indexOf(scopeOf(actor, ability));
  return (Object.keys(ABILITIES) as Ability[]).every(
    (ability) => width(now, ability) >= width(before, ability),
  );
}

/** By the roles and flags that open an ability, or by a setting of the workspace, which is no flag of the person. */
function mayAtAll(actor: Actor, ability: Ability): boolean {
  const { role, createEditProjects, createEditClientsActivities, createEditTime } = actor;
  const person = { permission: role, createEditProjects, createEditClientsActivities, createEditTime };
  return (
    hasPermission(person, OPENED_BY.get(ability) ?? []) || settingScope(ABILITIES[ability], actor) !== 'none'
  );
}

/**
 * Access when the user's permission level, or the name of any flag that is true on the user, is among the required roles.
 * The table above asks it for its flags.
 */
export function hasPermission(user: object | null | undefined, roles: readonly string[]): boolean {
  if (!user) return false;
  const { permission } = user as { permission?: unknown };
  if (typeof permission === 'string' && roles.includes(permission)) return true;
  return Object.entries(user).some(([name, value]) => value === true && roles.includes(name));
}

function flagScope({ flag }: AbilityRow, actor: Actor): Scope {
  if (!flag || !hasPermission(actor, [flag.name])) return 'none';
  if (actor.role === 'editor') return flag.editor ?? 'none';
  return actor.role === 'member' ? (flag.member ?? 'none') : 'none';
}

function settingScope({ editorsIf }: AbilityRow, actor: Actor): Scope {
  return editorsIf && actor.role === 'editor' && actor[editorsIf.setting] === true ? editorsIf.scope : 'none';
}

function isWithin(me: string, scope: Scope, thing: Thing): boolean {
  if (thing.teamMemberID === me) return true;
  if (scope === 'assigned')
    return thing.isPublic === true || thing.managerID === me || (thing.memberIDs ?? []).includes(me);
  if (scope === 'approves') return thing.approverID === me;
  return scope === 'managed' && (thing.approverID === me || thing.managerID === me);
}
