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
    factorTitle: 'One more step',
    firstFactorText: 'This workspace takes another way of signing in. Choose one to go on.',
    useFactorText: 'This workspace asks for a second factor. Enter yours to go on.',
    setUpFactorText:
      'This workspace asks for a second factor. Set one up to go on; next time you are asked for it.',
    freshProofText: 'This workspace asks for a second factor. Before you set one up, confirm that it is you.',
    noFactorText:
      'No way of signing in that this workspace takes is set up for you. Ask an owner of the workspace.',
    ownProviderText:
      'This workspace asks for its own single sign-on. Connect it with your account once; from then on it signs you in here.',
    connect: (provider: string) => `Connect ${provider}`,
    singleSignOn: 'single sign-on',
    ownSignIn: 'Sign in with the workspace’s single sign-on',
    confirmText: 'Before it is connected, confirm that it is you.',
    changedText: 'The workspace has changed how people sign in. Go on to complete the step that it asks for.',
    goOn: 'Go on',
    setPassword: 'Set a password',
    unnamedText: 'Choose the workspace first.',
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
