export type { AuthClient, Flow, RedirectSetting, SessionSnapshot } from '@latchkey/client';
export { useHasRole, useRedirectIfLoggedIn, useRedirectIfLoggedOut, useSession } from './hooks.ts';
export { type GivenFlow, givenFlow } from './host/flow-answer.ts';
export { LogoutButton, type LogoutButtonProps } from './logout-button.tsx';
export type { CustomProvider, FlowType, KnownUser, StepUp } from './machine/types.ts';
export { type LinkRefusal, type SignedIn, SignInWidget, type SignInWidgetProps } from './sign-in-widget.tsx';
export { loadStrings, type Strings } from './strings.ts';
export type { Extras, Theme } from './theme/theme.ts';
