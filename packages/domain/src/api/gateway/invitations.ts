import Type from 'typebox';
import { Id } from './shapes.ts';

const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('member'),
]);
const When = Type.Union([Type.String(), Type.Null()]);
const Flag = Type.Optional(Type.Boolean());

const Invitation = Type.Object({
  invitationID: Type.String(),
  email: Type.String(),
  role: Role,
  status: Type.Union([
    Type.Literal('pending'),
    Type.Literal('accepted'),
    Type.Literal('revoked'),
    Type.Literal('expired'),
  ]),
  invitedBy: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  sentAt: When,
  acceptedAt: When,
});

/** The answer that carries the link, to copy it. */
const InvitationWithLink = Type.Object({ ...Invitation.properties, link: Type.String() });

const id = Type.Object({ id: Id }, { additionalProperties: false });
const token = Type.Object(
  { token: Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9._-]+$' }) },
  { additionalProperties: false },
);

/** Inviting people: one address, one use, seven days; the inviter's right is checked again at acceptance (security 10). */
export const invitationRoutes = {
  'GET /Invitations': {
    summary:
      'All open invitations and the latest 500 past ones, newest first; X-Total-Count has the number of all',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'read',
    response: Type.Array(Invitation),
  },
  'POST /Invitations': {
    summary: 'Invite many people at once; each address is answered by itself',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    body: Type.Object(
      {
        emails: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), { minItems: 1, maxItems: 100 }),
        role: Role,
        createEditProjects: Flag,
        createEditClientsActivities: Flag,
        createEditTime: Flag,
        /** A placeholder from an import that this person is. */
        teamMemberID: Type.Optional(Id),
        message: Type.Optional(Type.String({ maxLength: 500 })),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({
      results: Type.Array(
        Type.Object({
          email: Type.String(),
          outcome: Type.Union([
            Type.Literal('invited'),
            Type.Literal('alreadyMember'),
            Type.Literal('invalid'),
          ]),
          invitation: Type.Union([InvitationWithLink, Type.Null()]),
        }),
      ),
    }),
    errors: ['forbidden', 'subscription_inactive'],
  },
  'POST /Invitations/:id/Resend': {
    summary: 'Send a new link; the former one stops working',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'send',
    params: id,
    response: InvitationWithLink,
    errors: ['state_conflict', 'rate_limited'],
  },
  'POST /Invitations/:id/Link': {
    summary: 'The link that was sent last, to copy it; it goes on working, and the audit log names who asked',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: InvitationWithLink,
    errors: ['state_conflict', 'forbidden'],
  },
  'DELETE /Invitations/:id': {
    summary: 'Take an invitation back',
    access: 'member.manage',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: Invitation,
    errors: ['state_conflict'],
  },
  'GET /Invitations/:token/Preview': {
    summary: 'What an invitation link is for; consumes nothing',
    access: 'public',
    rate: 'credential',
    params: token,
    response: Type.Object({
      workspaceName: Type.String(),
      slug: Type.String(),
      inviterName: Type.String(),
      email: Type.String(),
      role: Role,
      expiresAt: Type.String(),
    }),
    errors: ['gone', 'not_found'],
  },
  'POST /Invitations/:token/Accept': {
    summary: 'Join the workspace as the signed-in person, whose confirmed address must be the invited one',
    access: 'account',
    sessionOnly: true,
    rate: 'credential',
    params: token,
    response: Type.Object({
      tenantID: Type.String(),
      slug: Type.String(),
      url: Type.String(),
      regionCode: Type.String(),
      teamMemberID: Type.String(),
    }),
    errors: ['gone', 'not_found', 'forbidden', 'email_unconfirmed', 'upstream_failed'],
  },
} as const;
