import Type from 'typebox';
import { MAX_NAME_LENGTH } from '../../workspace/lengths.ts';
import { describe, key, optionalText, record, stored, workedOut } from './entity.ts';
import {
  byId,
  closed,
  following,
  Id,
  Instant,
  Name,
  Nullable,
  PlainDate,
  paging,
  Role,
  sortBy,
  Text,
  WeekStatus,
} from './shapes.ts';

const Schedule = Type.Array(Type.Integer({ minimum: 0, maximum: 1440 }), { minItems: 7, maxItems: 7 });
const Status = Type.Union([
  Type.Literal('placeholder'),
  Type.Literal('invited'),
  Type.Literal('active'),
  Type.Literal('archived'),
]);
const WeeklyMinutes = Type.Integer({ minimum: 0, maximum: 10_080 });

/** What owner and admin decide; the rest of a profile is the person's own. */
const managed = { writtenBy: 'member.manage' } as const;

/** Somebody of a workspace. */
export const teamMember = describe({
  id: key,
  userID: stored('user_id', Nullable(Id)),
  firstName: stored('first_name', Type.String(), Name),
  lastName: stored('last_name', Type.String(), Text(MAX_NAME_LENGTH)),
  /** Of others only for those who manage members. */
  email: workedOut(Nullable(Type.String())),
  role: { ...stored('role', Role, Role), ...managed },
  appRoles: workedOut(Type.Array(Type.Object({ id: Type.Integer(), name: Role }))),
  permission: stored('role', Role),
  createEditProjects: { ...stored('create_edit_projects', Type.Boolean(), Type.Boolean()), ...managed },
  createEditClientsActivities: {
    ...stored('create_edit_clients_activities', Type.Boolean(), Type.Boolean()),
    ...managed,
  },
  createEditTime: { ...stored('create_edit_time', Type.Boolean(), Type.Boolean()), ...managed },
  approverID: { ...stored('approver_id', Nullable(Id), Nullable(Id)), ...managed },
  /** Of the approver, whom this person may not see in the list. */
  approverName: workedOut(Nullable(Type.String())),
  /** Null: as the workspace. */
  weeklyMinutes: {
    ...stored('weekly_minutes', Nullable(Type.Integer()), Nullable(WeeklyMinutes)),
    ...managed,
  },
  schedule: {
    ...stored('schedule', Nullable(Type.Array(Type.Integer())), Nullable(Schedule)),
    ...managed,
  },
  timeZone: optionalText('time_zone', 64),
  locale: optionalText('locale', 35),
  status: stored('status', Status),
  lastEntryAt: workedOut(Nullable(PlainDate)),
  /** The last weeks with time, newest first. */
  timeSheetList: workedOut(
    Type.Array(Type.Object({ weekEndDate: PlainDate, status: WeekStatus, totalMinutes: Type.Integer() })),
  ),
  archivedAt: stored('archived_at', Nullable(Instant)),
  ...record,
});

const list = Type.Object(
  { ...paging, ...following, sort: sortBy('name', 'role', 'updatedAt', 'createdAt') },
  closed,
);
const team = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
const refusals = [
  'forbidden',
  'last_owner',
  'reference_invalid',
  'subscription_inactive',
  'upstream_failed',
  'step_up_required',
] as const;

/** People of a workspace: role, flags, approver, schedule. */
export const teamRoutes = {
  'GET /TeamMember/GetTeam/:id': {
    summary: "Members visible to the caller; id is the caller's teamMemberID or the workspace's tenant id",
    access: 'member',
    rate: 'read',
    params: team,
    query: list,
    response: Type.Array(teamMember.answer),
  },
  'GET /TeamMember/GetArchivedTeam': {
    summary: 'Archived members',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'read',
    query: list,
    response: Type.Array(teamMember.answer),
  },
  'GET /TeamMember/:id': {
    summary: 'One member by teamMemberID or userUuid',
    access: 'member',
    rate: 'read',
    params: byId,
    response: teamMember.answer,
  },
  'POST /TeamMember/Placeholders': {
    summary: 'Add somebody who never signs in; can later be invited or merged',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    body: Type.Object(
      {
        teamMemberID: Type.Optional(Id),
        firstName: Name,
        lastName: Type.Optional(Text(MAX_NAME_LENGTH)),
        email: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 254 }))),
      },
      closed,
    ),
    response: teamMember.answer,
    errors: ['email_exists', 'email_format', ...refusals],
  },
  'POST /TeamMember/:id/Merge': {
    summary: 'Move all time of a placeholder to this member and remove the placeholder',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    params: byId,
    body: Type.Object({ from: Id }, closed),
    response: teamMember.answer,
    errors: ['state_conflict', ...refusals],
  },
  'PUT /TeamMember/:id': {
    summary: 'Change a member: the own name, zone and locale by anybody, the rest by owner and admin',
    access: 'member',
    rate: 'write',
    params: byId,
    body: teamMember.change,
    response: teamMember.answer,
    errors: ['version_conflict', ...refusals],
  },
  'DELETE /TeamMember/:id': {
    summary: 'Archive a member: keeps all time, frees the seat, ends the access at once',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    params: byId,
    response: teamMember.answer,
    errors: refusals,
  },
  'PUT /TeamMember/:id/Restore': {
    summary: 'Bring an archived member back with the former role',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    params: byId,
    response: teamMember.answer,
    errors: refusals,
  },
  'GET /TeamMember/:id/Preferences': {
    summary: 'Own preferences: theme, shortcuts, notifications',
    access: 'member',
    rate: 'read',
    params: byId,
    response: Type.Record(Type.String(), Type.Unknown()),
  },
  'PUT /TeamMember/:id/Preferences': {
    summary: 'Replace the own preferences',
    access: 'member',
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    body: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
    response: Type.Record(Type.String(), Type.Unknown()),
    errors: ['payload_too_large'],
  },
} as const;
