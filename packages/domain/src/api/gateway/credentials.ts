import Type from 'typebox';

const Text = Type.Union([Type.String(), Type.Null()]);

const WorkspaceCredential = Type.Object({
  credentialID: Type.String({ description: 'The id of the webhook or report' }),
  kind: Type.Union([Type.Literal('webhook'), Type.Literal('sharedReport'), Type.Literal('scheduledReport')]),
  name: Type.String(),
  isActive: Type.Boolean(),
  createdAt: Type.String(),
  makerID: Text,
  makerName: Text,
  isMakerGone: Type.Boolean(),
});

/** What acts for a workspace and belongs to it, not to the person who made it. */
export const credentialRoutes = {
  'GET /Workspace/Credentials': {
    summary:
      'Webhooks, shared and scheduled reports with who made them; `makerGone=true` for those whose maker left',
    access: 'workspace.configure',
    rate: 'read',
    query: Type.Object({ makerGone: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    response: Type.Array(WorkspaceCredential),
    errors: ['unavailable'],
  },
} as const;
