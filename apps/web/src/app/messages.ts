/** Texts of the workspace's frame: navigation, banners, dialogs that every page shares. */
export const text = {
  loadFailed: 'The workspace could not be loaded',
  dismiss: 'Dismiss',
  skipToContent: 'Skip to content',
  notFound: 'This page does not exist',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  toTime: 'Go to your time',
  goBack: 'Back to where you were',
  navigation: 'Workspace',
  more: 'More',
  switchWorkspace: 'Switch workspace',
  createWorkspace: 'Create a workspace',
  colorMode: 'Toggle color mode',
  account: 'Your account',
  help: 'Help',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  personMenu: (name: string) => `Menu of ${name}`,
  workspaceMenu: (name: string) => `Workspace ${name}`,
  trialLeft: (days: number) => `Trial: ${days} ${days === 1 ? 'day' : 'days'} left`,
  offline: (count: number) =>
    count === 0
      ? 'You are offline. What you type is kept on this device.'
      : `You are offline. ${changes(count)} kept on this device, saved when you are back.`,
  showUnsent: 'Show what is kept',
  offlinePage: {
    title: 'You are offline',
    text: 'Signing in needs a connection. What you typed before is still on this device.',
    again: 'Try again',
  },
  unsent: (count: number) => `${changes(count)} waiting for the server.`,
  inactive: 'The subscription of this workspace is not active. Reading and exporting stay open.',
  toBilling: 'See billing',
  oldTime: (date: string) => `From ${date} on, old time is removed for good.`,
  toData: 'Look at it or take it back',
  signOutDialog: {
    title: 'Not everything is saved yet',
    text: (count: number) => `${changes(count)} not saved yet. Save before you sign out?`,
    send: 'Save and sign out',
    discard: 'Discard and sign out',
    failed: 'Saving did not work. The changes are still here; try again, or discard them.',
  },
  palette: {
    title: 'Go to or do',
  },
};

function changes(count: number): string {
  return count === 1 ? 'One change is' : `${count} changes are`;
}
