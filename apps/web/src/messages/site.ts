/** Texts of the main domain's own pages; the widget has its own (`@latchkey/widget`). */
export const site = {
  product: 'Stint',
  loading: 'Loading…',
  tryAgain: 'Try again',
  colorMode: 'Toggle color mode',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signUp: 'Sign up',
  problem: 'Problem with request',
  dismiss: 'Dismiss',
  openingWorkspace: 'Opening the workspace…',
  chooseWorkspace: 'Choose a workspace',
  noAccess: 'You are not a member of this workspace',
  noAccessText: 'Ask an owner or admin of the workspace to invite you, or choose another one.',
};
