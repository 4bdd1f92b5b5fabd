/** KiB of script and style that a first visit of the week may fetch before its first cell. */
export const MOST_OF_WEEK = 151.5;

/** Built pages with their limits in KiB. German ones carry the English texts as well, for what has no German ones. */
export const PAGES = [
  { name: 'sign-in page', file: 'site.html', most: 45 },
  { name: 'sign-in page in German', file: 'site.de.html', most: 48 },
  { name: 'workspace', file: 'app.html', most: MOST_OF_WEEK },
  { name: 'workspace in German', file: 'app.de.html', most: 157 },
];
