/** Texts of choosing a workspace and entering it. */
export const workspaces = {
  chooser: {
    title: 'Your workspaces',
    create: 'Create a workspace',
    empty: 'You are not in a workspace yet.',
    organisation: 'your organisation',
    linked: (provider: string) => `From now on you can also sign in with ${provider}.`,
    archived: 'Archived',
    provisioning: 'Being made…',
    signedInAs: (email: string) => `Signed in as ${email}`,
  },
  handover: {
    opening: 'Opening the workspace…',
    failed: 'The workspace could not be opened',
    failedText: 'The step between sign-in and workspace did not finish. Nothing is lost.',
    factorTitle: 'This workspace asks for another sign-in step',
    factorText: 'Sign in again and complete the step that this workspace requires.',
    noAccess: 'You are not a member of this workspace',
    noAccessText: 'Ask an owner or admin of the workspace to invite you, or choose another one.',
    choose: 'Choose a workspace',
  },
  archive: {
    title: (name: string) => `Archive ${name}?`,
    text: 'Nobody can enter an archived workspace. It can be restored for 30 days; then it is erased for good.',
    submit: 'Archive workspace',
    keep: 'Keep it',
    password: 'Your password',
    passwordHint: 'Please confirm that it is you.',
    archivedTitle: (name: string) => `${name} is archived`,
    archivedText: (date: string) =>
      date
        ? `It can be restored until ${date}; then it is erased for good.`
        : 'It can be restored for 30 days.',
    restore: 'Restore workspace',
  },
};
