/** Texts on the way from the main domain into a workspace. */
export const text = {
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
};
