/** What the timer puts before the title of a page. */
const CLOCK = /^\d+:\d\d · /;

/** The title of the page that is open, without the time that a timer has put before it. */
export function pageTitle(): string {
  return document.title.replace(CLOCK, '');
}
