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
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  personMenu: (name: string) => `Menu of ${name}`,
  workspaceMenu: (name: string) => `Workspace ${name}`,
  offline: (count: number) =>
    count === 0
      ? 'You are offline. What you type is kept on this device.'
      : `You are offline. ${changes(count)} kept on this device, saved when you are back.`,
  unsent: (count: number) => `${changes(count)} waiting for the server.`,
  inactive: 'The subscription of this workspace is not active. Reading and exporting stay open.',
  toBilling: 'See billing',
  signOutDialog: {
    title: 'Not everything is saved yet',
    text: (count: number) => `${changes(count)} not saved yet. Save before you sign out?`,
    send: 'Save and sign out',
    discard: 'Discard and sign out',
    failed: 'Saving did not work. The changes are still here; try again, or discard them.',
  },
  palette: { title: 'Go to or do', placeholder: 'Type a page or an action', nothing: 'Nothing found' },
  keys: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    week: 'In the week',
    approvals: 'In approvals',
    rows: {
      palette: 'Go to or do',
      help: 'This list',
      go: (titles: readonly string[]) => `Go to ${titles.join(', ').toLowerCase()}`,
      previous: 'Previous and next week',
      today: 'This week',
      views: 'Day, week, calendar',
      add: 'Add a row',
      move: 'Move between cells',
      type: 'Replace what is there',
      edit: 'Edit what is there',
      cancel: 'Take back what was typed',
      next: 'Next day',
      fill: 'Fill the next day',
      clear: 'Empty the cell',
      comment: 'Comment and details',
      undo: 'Undo',
      nextWeek: 'Next and previous week',
      decided: 'Next week',
      approve: 'Approve',
      disapprove: 'Disapprove',
    },
  },
};

function changes(count: number): string {
  return count === 1 ? 'One change is' : `${count} changes are`;
}
