import { describe, expect, test } from 'vitest';
import {
  ABILITIES,
  type Ability,
  type Actor,
  can,
  hasPermission,
  type PermissionFlags,
  scopeOf,
} from './permissions.ts';
import { ROLES, type Role } from './roles.ts';

const me = (role: Role, more: Partial<Actor> = {}): Actor => ({ teamMemberID: 'me', role, ...more });
const allFlags: PermissionFlags = {
  createEditProjects: true,
  createEditClientsActivities: true,
  createEditTime: true,
};

/** The same written down a second time, in the order owner, admin, editor, member without flags. */
const matrix: Record<Ability, string> = {
  'time.editOwn': 'own own own own',
  'week.submitOwn': 'own own own own',
  'time.editOthers': 'all all none none',
  'time.see': 'all all managed approves',
  'report.see': 'all all managed own',
  'week.approve': 'all all managed approves',
  'week.reopen': 'all all none none',
  'time.editLocked': 'all all none none',
  'project.see': 'all all all assigned',
  'project.write': 'all all all none',
  'project.entrust': 'all all managed none',
  'client.write': 'all all all none',
  'activity.write': 'all all all none',
  'rate.seeBill': 'all all none none',
  'rate.seeCost': 'all all none none',
  'rate.write': 'all all none none',
  'rate.changeApproved': 'all none none none',
  'member.see': 'all all all approves',
  'member.manage': 'all all none none',
  'data.import': 'all all none none',
  'data.exportAll': 'all all none none',
  'token.own': 'own own own own',
  'token.workspace': 'all all none none',
  'report.publish': 'all all none none',
  'webhook.manage': 'all all none none',
  'audit.see': 'all all none none',
  'workspace.configure': 'all all none none',
  'billing.manage': 'all none none none',
  'workspace.transfer': 'all none none none',
  'workspace.delete': 'all none none none',
};

describe('the matrix, role by role', () => {
  test.each(Object.entries(matrix) as [Ability, string][])('%s: %s', (ability, scopes) => {
    expect(ROLES.map((role) => scopeOf(me(role), ability)).join(' ')).toBe(scopes);
  });

  test('a flag never takes anything away', () => {
    const abilities = Object.keys(ABILITIES) as Ability[];
    const pairs = abilities.flatMap((ability) => ROLES.map((role) => [ability, role] as const));
    const changed = pairs.filter(
      ([ability, role]) => scopeOf(me(role), ability) !== scopeOf(me(role, allFlags), ability),
    );
    expect(changed.map(([ability, role]) => [scopeOf(me(role), ability), role, ability])).toEqual([
      ['none', 'editor', 'time.editOthers'],
      ['none', 'member', 'time.editOthers'],
      ['none', 'member', 'project.write'],
      ['none', 'member', 'project.entrust'],
      ['none', 'member', 'client.write'],
      ['none', 'member', 'activity.write'],
    ]);
  });
});

describe('flags add', () => {
  test.each([
    ['member', 'createEditProjects', 'project.write', 'all'],
    ['member', 'createEditProjects', 'project.entrust', 'managed'],
    ['member', 'createEditClientsActivities', 'client.write', 'all'],
    ['member', 'createEditClientsActivities', 'activity.write', 'all'],
    ['member', 'createEditTime', 'time.editOthers', 'approves'],
    ['editor', 'createEditTime', 'time.editOthers', 'managed'],
    ['member', 'createEditTime', 'project.write', 'none'],
    ['member', 'createEditProjects', 'client.write', 'none'],
    ['member', 'createEditProjects', 'workspace.configure', 'none'],
  ] as const)('%s with %s: %s %s', (role, flag, ability, scope) => {
    expect(scopeOf(me(role, { [flag]: true }), ability)).toBe(scope);
    expect(scopeOf(me(role, { [flag]: false }), ability)).toBe('none');
  });

  test('the workspace may let editors, and only editors, see bill rates', () => {
    expect(can(me('editor', { editorsSeeBillRates: true }), 'rate.seeBill')).toBe(true);
    expect(can(me('editor'), 'rate.seeBill')).toBe(false);
    expect(can(me('member', { editorsSeeBillRates: true }), 'rate.seeBill')).toBe(false);
    expect(can(me('editor', { editorsSeeBillRates: true }), 'rate.seeCost')).toBe(false);
  });
});

describe('things', () => {
  const mine = { teamMemberID: 'me', approverID: 'boss', managerID: 'boss' };
  const approved = { teamMemberID: 'ann', approverID: 'me', managerID: 'boss' };
  const managed = { teamMemberID: 'ann', approverID: 'boss', managerID: 'me' };
  const foreign = { teamMemberID: 'ann', approverID: 'boss', managerID: 'boss' };

  test.each([
    ['owner', 'time.see', [true, true, true, true]],
    ['admin', 'week.approve', [true, true, true, true]],
    ['editor', 'week.approve', [true, true, true, false]],
    ['editor', 'report.see', [true, true, true, false]],
    ['member', 'week.approve', [true, true, false, false]],
    ['member', 'report.see', [true, false, false, false]],
    ['owner', 'time.editOwn', [true, false, false, false]],
    ['member', 'time.editOwn', [true, false, false, false]],
    ['member', 'token.own', [true, false, false, false]],
    ['member', 'time.editOthers', [false, false, false, false]],
  ] as const)('%s %s: mine, approved by me, in my project, foreign: %j', (role, ability, expected) => {
    expect([mine, approved, managed, foreign].map((thing) => can(me(role), ability, thing))).toEqual(
      expected,
    );
  });

  test('time for others with the flag reaches as far as the role', () => {
    expect(
      [approved, managed, foreign].map((thing) => can(me('editor', allFlags), 'time.editOthers', thing)),
    ).toEqual([true, true, false]);
    expect(
      [approved, managed, foreign].map((thing) => can(me('member', allFlags), 'time.editOthers', thing)),
    ).toEqual([true, false, false]);
  });

  test('a member sees public projects, the own ones and no others', () => {
    expect(can(me('member'), 'project.see', { isPublic: true })).toBe(true);
    expect(can(me('member'), 'project.see', { isPublic: false, memberIDs: ['me'] })).toBe(true);
    expect(can(me('member'), 'project.see', { isPublic: false, managerID: 'me' })).toBe(true);
    expect(can(me('member'), 'project.see', { isPublic: false, memberIDs: ['ann'] })).toBe(false);
    expect(can(me('editor'), 'project.see', { isPublic: false, memberIDs: [] })).toBe(true);
  });

  test('a thing about which nothing is known is nobody’s', () => {
    expect(can(me('editor'), 'week.approve', {})).toBe(false);
    expect(can(me('editor'), 'week.approve', { approverID: null, managerID: null })).toBe(false);
  });

  test('menus ask without a thing', () => {
    expect(can(me('member'), 'week.approve')).toBe(true);
    expect(can(me('member'), 'billing.manage')).toBe(false);
    expect(can(me('owner'), 'billing.manage')).toBe(true);
  });
});

describe('hasPermission', () => {
  test.each([
    [{ permission: 'admin' }, ['owner', 'admin'], true],
    [{ permission: 'member' }, ['owner', 'admin'], false],
    [{ permission: 'member', createEditTime: true }, ['createEditTime'], true],
    [{ permission: 'member', createEditTime: false }, ['createEditTime'], false],
    [{ permission: 'member', createEditTime: 'true' }, ['createEditTime'], false],
    [{ createEditProjects: true }, ['admin', 'createEditProjects'], true],
    [{ permission: 'admin' }, [], false],
    [{}, ['admin'], false],
    [null, ['admin'], false],
    [undefined, ['admin'], false],
  ])('%j with %j: %s', (user, roles, expected) => {
    expect(hasPermission(user, roles)).toBe(expected);
  });
});

describe('whether there is anything at all that somebody may do, decided by hasPermission', () => {
  const flags = [{}, ...Object.keys(allFlags).map((name) => ({ [name]: true })), allFlags];
  test.each(ROLES.flatMap((role) => flags.map((more) => ({ role, more }))))(
    '$role with $more',
    ({ role, more }) => {
      for (const editorsSeeBillRates of [true, false, undefined]) {
        const actor = me(role, { ...more, editorsSeeBillRates });
        for (const ability of Object.keys(ABILITIES) as Ability[])
          expect([ability, can(actor, ability)]).toEqual([ability, scopeOf(actor, ability) !== 'none']);
      }
    },
  );
});
