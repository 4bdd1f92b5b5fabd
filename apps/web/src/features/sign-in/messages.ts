/** Texts around the form of the sign-in widget, which has its own (`@latchkey/widget`). */
export const text = {
  signInPage: {
    noAccount: 'No account yet?',
    invited: 'You need not sign up: the invitation is your way in.',
    forgot: 'Forgot your password?',
    signedOut: 'You were signed out. Sign in to go on where you were.',
    unread: 'Your account could not be read, so you were signed out. Please sign in again.',
    passwordSet: 'Password is set Successfully',
    unsaved: (count: number) =>
      count === 1
        ? 'One change of your timesheet is kept on this device and is saved after you sign in.'
        : `${count} changes of your timesheet are kept on this device and are saved after you sign in.`,
  },
  workspaceSignIn: {
    hasAccount: 'Have a Stint account?',
    useAccount: 'Sign in with it',
  },
  signedOutAgain: {
    title: 'You were signed out again',
    text: 'The server refused your session twice within two minutes, although you had just signed in. You are signed out, and nothing that you typed is lost. Wait a moment before you try again; if it goes on, tell an owner of your workspace.',
    again: 'Sign in again',
  },
  signUpPage: { hasAccount: 'Already have an account?' },
  resetPage: { remembered: 'Remembered it?' },
  linkNote: (inviter: string, workspace: string) => `${inviter} invited you to ${workspace}.`,
};
