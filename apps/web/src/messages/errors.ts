/** The screen of a render error, and refusals that every page may meet. */
export const errors = {
  title: 'An Error Occurred',
  text: 'The application detected an error, You can try clicking "Reload the Page" to return to the page you were on previously.',
  reload: 'Reload the Page',
  details: 'Details',
  stackTrace: 'Stack trace',
  componentStack: 'Component stack',
  problem: 'Problem with request',
  tryAgain: 'Please try again.',
  region: 'problem with getting region',
  subdomain: 'Subdomain is missing',
  signedOut: 'You were signed out. What you typed is still here: sign in in another tab, then go on.',
  signInElsewhere: 'Sign in in a new tab',
  offline: 'There is no connection to the server. What you typed is kept.',
  requestId: (id: string) => `Request id ${id}`,
  unauthorized: 'You do not have access to that page. Sign in with an account that does.',
};
