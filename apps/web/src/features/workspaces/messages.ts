/** Texts of choosing a workspace, and of archiving one. */
export const text = {
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
  archive: {
    which: 'Which workspace?',
    whichText: 'Choose the one to archive or to restore. Nothing happens before you confirm it.',
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
