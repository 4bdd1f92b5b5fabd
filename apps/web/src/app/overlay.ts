/** What lies over the page. */
export type Overlay = 'palette' | 'keys' | 'signOut' | null;
