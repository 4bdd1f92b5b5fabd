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
  somebodyElse:
    'Another person is signed in in this browser now. Nothing is sent from this page in their name. Sign in again in another tab to go on here, or open the page as them.',
  openAsNow: 'Open it as them',
  offline: 'There is no connection to the server. What you typed is kept.',
  unauthorized: 'You do not have access to that page. Sign in with an account that does.',
};
