import type { AuthClient, JsonObject } from '@latchkey/client';
import { type ComponentType, Suspense, useCallback, useState } from 'react';
import { createCalls, readStart, stepUpStart } from './host/calls.ts';
import { useClient } from './host/use-client.ts';
import { useSignInMachine } from './host/use-machine.ts';
import { useStrings } from './host/use-strings.ts';
import { DEFAULT_CONFIG } from './machine/context.ts';
import type { StatePath } from './machine/state-paths.ts';
import type { Config, Context, KnownUser, SignInEvent, StepUp, ViewError } from './machine/types.ts';
import { FocusOnArrival } from './parts/focus-on-arrival.tsx';
import { Frame } from './parts/frame.tsx';
import { IdPrefixProvider } from './parts/ids.ts';
import { TextProvider } from './parts/texts.tsx';
import { ViewBoundary } from './parts/view-boundary.tsx';
import { SCREENS, type Screen } from './screens.ts';
import { type Strings, shownLanguage } from './strings.ts';
import type { Theme } from './theme/theme.ts';
import { loadLaterViews, VIEWS } from './views/index.tsx';
import { Loading } from './views/messages.tsx';
import type { ViewHost } from './views/view.ts';

/** How a sign-in ended: told before the page goes anywhere. */
export interface SignedIn {
  /** The widget's flow: `reset` also after a new password was set. */
  type: Config['type'];
  /** The answer of the server; `redirectTo` is where it would lead. */
  answer: JsonObject;
}

/** A link that did not sign in, and why. */
export interface LinkRefusal extends ViewError {
  linkType: string;
}

/** Settings of the widget: what it is for, whom it is for, and how it looks. */
export interface SignInWidgetProps extends Partial<Omit<Config, 'mode' | 'modeReason' | 'action'>> {
  /** A client of your own; otherwise one is made from `tenantId` and `baseUrl`. */
  client?: AuthClient;
  /** The provider's API, ending in `/v0/`. */
  baseUrl?: string;
  mode?: Config['mode'];
  action?: Config['action'];
  /** What is known about the person already. */
  user?: KnownUser;
  /** `en-US` by default. */
  locale?: string;
  /** A catalogue of your own instead of one that comes with the widget. */
  strings?: Strings;
  theme?: Theme;
  headingLevel?: 1 | 2 | 3;
  allowLongNumbers?: boolean;
  /** Put before the ids of its elements; needed where several widgets have a Preact tree of their own. */
  idPrefix?: string;
  /** Called once when a sign-in, sign-up or reset has ended well. With `redirect={false}` nothing else happens. */
  onSignedIn?: (result: SignedIn) => void;
  /** What is known about a link that waits for a person to agree, such as who invited to what. */
  linkNote?: string;
  /** Called when the link of the address was refused; the widget says so itself. */
  onLinkRefused?: (refusal: LinkRefusal) => void;
  /** Asks a signed-in person for one more factor in place of a sign-in; the answer comes to `onSignedIn`. */
  stepUp?: StepUp;
  /** Called when somebody goes back out of a step-up. */
  onAbandoned?: () => void;
  /** Called when somebody presses Continue; otherwise the page goes on to its redirect target (protocol 6.1). */
  onContinue?: () => void;
}

/**
 * The sign-in form: login, signup and reset, every factor, every screen.
 *
 * @example <SignInWidget tenantId="abcd1234" baseUrl="https://auth.example.com/v0/" type="login" />
 */
export function SignInWidget(props: SignInWidgetProps) {
  const { locale = 'en-US', theme = {}, headingLevel = 2, user = {}, stepUp } = props;
  const client = useClient(props);
  const strings = useStrings(locale, props.strings);
  const config: Config = {
    ...DEFAULT_CONFIG,
    ...definedConfig(props),
    ...(stepUp ? stepUpConfig(stepUp) : {}),
    tenantId: client.tenantId,
  };
  const [snapshot, sendToMachine] = useSignInMachine(
    { user, config: { ...config, mode: props.mode ?? client.mode(), modeReason: client.modeReason() } },
    { calls: createCalls(client, config, stepUp), actions: createActions(client, props) },
    () => (stepUp ? stepUpStart(client, stepUp) : readStart(client)),
  );
  const [hasActed, setActed] = useState(false);
  const send = useCallback(
    (event: SignInEvent) => {
      setActed(true);
      // a part that cannot be loaded now is asked for again by the screen that needs it
      loadLaterViews().catch(() => {});
      sendToMachine(event);
    },
    [sendToMachine],
  );

  const { context } = snapshot;
  const state = snapshot.path as StatePath;
  const screen = SCREENS[state](context, strings, snapshot.isBusy);
  const { mode, modeReason } = context.config;
  const host: ViewHost = {
    send,
    locale,
    resendWaitSeconds: mode === 'test' ? 2 : 30,
    allowLongNumbers: props.allowLongNumbers ?? false,
    linkNote: props.linkNote,
    onLogout: () => void client.logout({ redirect: props.redirect }),
  };

  return (
    <IdPrefixProvider value={props.idPrefix ?? ''}>
      <TextProvider value={strings}>
        <Frame
          theme={theme}
          state={state}
          view={screen.view}
          title={screen.props.title}
          error={'error' in screen.props ? screen.props.error : null}
          testModeReason={mode === 'test' ? modeReason : null}
          language={shownLanguage(locale)}
          headingLevel={headingLevel}
          baseUrl={client.baseUrl}
        >
          <ScreenView screen={screen} host={host} movesFocus={hasActed} />
        </Frame>
      </TextProvider>
    </IdPrefixProvider>
  );
}

/** Shows one screen; for the widget, and for galleries that have no machine. */
export function ScreenView(props: { screen: Screen; host: ViewHost; movesFocus?: boolean }) {
  const { screen, host, movesFocus = false } = props;
  const View = VIEWS[screen.view] as ComponentType<Screen['props'] & ViewHost>;
  return (
    <ViewBoundary>
      <Suspense fallback={<Loading title={screen.props.title} />}>
        <View {...screen.props} {...host} />
        <FocusOnArrival key={screen.view} isWanted={movesFocus && screen.view !== 'loading'} />
      </Suspense>
    </ViewBoundary>
  );
}

/** The factors of a step-up are all there is to choose from. */
function stepUpConfig({ factors }: StepUp): Partial<Config> {
  return { flow: { firstFactors: [...factors], secondFactors: [] }, shouldFetchFlow: false };
}

function createActions(client: AuthClient, props: SignInWidgetProps) {
  const { redirect, redirectOnLoad } = props;
  return {
    leave: ({ answer, config }: Context) => {
      if (client.samlRequest() === 'login') return answerSaml(client);
      props.onSignedIn?.({ type: config.type, answer: answer ?? {} });
      if (props.stepUp) return;
      if (answer && 'redirectTo' in answer) client.redirect(redirect, asText(answer.redirectTo));
    },
    proceed: ({ answer }: Context) => {
      if (props.onContinue) props.onContinue();
      else if (answer && 'redirectTo' in answer) client.redirect(redirect || true, asText(answer.redirectTo));
      else void client.redirectIfLoggedIn(redirect || true);
    },
    greet: () => {
      if (client.samlRequest()) answerSaml(client);
      else if (redirectOnLoad) void client.redirectIfLoggedIn(redirect);
    },
    abandonSignIn: () => (props.stepUp ? props.onAbandoned?.() : client.abandonSignIn()),
    tellLinkRefused: ({ query, error }: Context) => {
      if (query && error) props.onLinkRefused?.({ ...error, linkType: query.linkType });
    },
  };
}

/** A service provider waits: the browser goes back there, signed in or with its own session ended (protocol 9.2). */
function answerSaml(client: AuthClient): void {
  const answer =
    client.samlRequest() === 'logout' ? client.logoutFromSaml() : client.login({ method: 'saml' });
  answer.catch((thrown: unknown) => console.warn('The SAML request could not be answered.', thrown));
}

/** The settings that are the machine's; undefined ones keep their defaults. */
function definedConfig(props: SignInWidgetProps): Partial<Config> {
  const known = Object.keys(DEFAULT_CONFIG);
  return Object.fromEntries(
    Object.entries(props).filter(([name, value]) => known.includes(name) && value !== undefined),
  );
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
