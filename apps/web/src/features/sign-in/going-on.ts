/** What the pages of the widget fetch as one part, since they show their form without it. */
export { afterSignIn, targetOf } from '../../entities/after-sign-in.ts';
export { beginSignIn } from './begin.ts';
export { afterLink, afterRefusedLink, invitationOf } from './link-sign-in.ts';
