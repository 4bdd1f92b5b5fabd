import { type Factor, isSsoFactor, type SocialProvider } from '@stint/domain/auth/factor.ts';
import { firstFactorAction } from '@stint/domain/auth/flow.ts';
import type { PromiseActorLogic } from 'xstate';
import { initialContext } from './context.ts';
import { chooseSecondFactors, firstFactors, needsChoice, stateForFactor } from './factors.ts';
import { setup } from './statechart.ts';
import type {
  Calls,
  ClientStart,
  Context,
  FlowAnswer,
  Sent,
  SignInEvent,
  SignInInput,
  SignOnOutcome,
  SubmitEvent,
  ViewError,
} from './types.ts';

type CallActors = { [Name in keyof Calls]: PromiseActorLogic<Calls[Name][1], Calls[Name][0]> };

/** The host carries out the calls; here they have names and shapes only. */
const calls = {} as CallActors;

/** A change of the context: fixed, or made from the context and the parameters of the action. */
function assign<Params = undefined>(
  assignment: Partial<Context> | ((scope: { context: Context }, params: Params) => Partial<Context>),
): (scope: object, params: Params) => void {
  return { assignment } as never;
}

/** Context, events, calls, guards and actions of the sign-in machine, all typed: a misspelt name does not compile. */
export const signIn = setup({
  types: { context: {} as Context, events: {} as SignInEvent, input: {} as SignInInput, tags: {} as 'busy' },
  actors: calls,
  guards: {
    hasTenantId: ({ context }) => context.config.tenantId !== '',
    isReset: ({ context }) => context.config.type === 'reset',
    isLoggedIn: ({ context }) => context.isLoggedIn,
    isLoggedInWithoutLink: ({ context }) => context.isLoggedIn && !context.query?.isValid,
    hasLink: ({ context }) => context.query?.isValid === true,
    isForeignLink: ({ context }) => context.query?.isValid === true && !context.query.isAskedHere,
    canSetNewPassword: ({ context }) => context.isLoggedIn || context.query?.isValid === true,
    isWaitingForSecondFactor: ({ context }) => context.view.isMfaRequired,
    isLocalWithoutFlow: ({ context }) => !context.config.shouldFetchFlow && !context.config.flow,
    isLocal: ({ context }) => !context.config.shouldFetchFlow,
    isLocalWithFlow: ({ context }) => !context.config.shouldFetchFlow && context.config.flow !== null,
    hasNoFlow: ({ context }) => !context.config.flow,
    hasNoFirstFactors: ({ context }) =>
      firstFactors(context).length + context.config.customProviders.length === 0,
    hasActiveFactor: ({ context }) => context.config.activeFactor !== null,
    hasPending: ({ context }) => context.pendingSubmit !== null,
    hasPendingSubmit: ({ context }) =>
      context.pendingSubmit !== null && firstFactors(context).some(isPassword),
    needsFirstChoice: ({ context }) =>
      needsChoice(firstFactors(context), context.config.customProviders.length),
    needsSecondChoice: ({ context }) => needsChoice(context.view.allowedSecondFactors, 0),
    hasNoSecondFactors: ({ context }) => context.view.allowedSecondFactors.length === 0,
    shouldRedirectOnLoad: ({ context }) => context.config.redirectOnLoad && context.isLoggedIn,
    leadsTo: ({ context }, state: ReturnType<typeof stateForFactor>) =>
      stateForFactor(context.config.activeFactor, context.config.action) === state,
    isSecondFactor: ({ context }) => context.isSecondFactor,
    isInline: ({ context }) => context.isInline,
    isInlineSecond: ({ context }) => context.isInline && context.isSecondFactor,
    canGoBack: ({ context }) => context.canGoBack,
    canGoBackSecond: ({ context }) => context.canGoBack && context.isSecondFactor,
    passwordsDiffer: (_, fields: SubmitEvent) =>
      fields.confirmPassword !== undefined && fields.confirmPassword !== fields.password,
    needsSecondFactor: ({ context }, outcome: SignOnOutcome) =>
      outcome.outcome === 'secondFactorRequired' ||
      (context.view.isMfaRequired && outcome.outcome === 'accepted' && !context.isLoggedIn),
    waitsForEmail: ({ context }, outcome: SignOnOutcome) =>
      outcome.outcome === 'accepted' && context.config.type === 'signup' && !context.isSecondFactor,
    isLeaving: (_, outcome: SignOnOutcome) => outcome.outcome === 'leaving',
    gotFlow: (_, answer: FlowAnswer) => answer.flow !== null,
    gotSession: (_, { isLoggedIn }: { isLoggedIn: boolean }) => isLoggedIn,
  },
  actions: {
    keepTenantId: assign(({ context }, tenantId: string) => ({ config: { ...context.config, tenantId } })),
    keepStart: assign(({ context }, start: ClientStart) => ({
      isLoggedIn: start.isLoggedIn,
      query: start.link && { ...start.link, isValid: true },
      config: { ...context.config, mode: start.mode, modeReason: start.modeReason },
      ...(start.pendingSecondFactors ? waitForSecondFactor(context, start.pendingSecondFactors) : {}),
    })),
    keepFlow: assign(({ context }, { flow, mode, modeReason, customProviders }: FlowAnswer) => ({
      config: {
        ...context.config,
        mode,
        modeReason,
        flow: flow ?? context.config.flow,
        customProviders:
          context.config.customProviders.length > 0 ? context.config.customProviders : customProviders,
      },
    })),
    keepSession: assign((_, { isLoggedIn }: { isLoggedIn: boolean }) => ({ isLoggedIn })),
    keepOutcome: assign(({ context }, outcome: SignOnOutcome) => ({
      answer: outcome.answer,
      error: null,
      pendingSubmit: null,
      ...(outcome.outcome === 'secondFactorRequired'
        ? waitForSecondFactor(context, outcome.secondFactors)
        : {}),
      ...(outcome.outcome === 'signedIn'
        ? { isLoggedIn: true, view: { ...context.view, isMfaRequired: false } }
        : {}),
    })),
    keepTyped: assign(({ context }, fields: SubmitEvent) => ({
      view: {
        ...context.view,
        email: fields.email ?? context.view.email,
        emailOrUsername: fields.emailOrUsername ?? fields.email ?? context.view.emailOrUsername,
        username: fields.username ?? context.view.username,
        phoneNumber: fields.phoneNumber ?? context.view.phoneNumber,
        message: null,
      },
      error: null,
    })),
    keepTotp: assign(({ context }, totp: Calls['getTotp'][1]) => ({ view: { ...context.view, ...totp } })),
    forgetTotp: assign(({ context }) => ({
      view: { ...context.view, qrCode: '', totpSecret: null, backupCodes: [] },
    })),
    keepError: assign(({ context }, thrown: unknown) => ({
      error: asksForReset(readError(thrown), context),
      pendingSubmit: null,
    })),
    keepUnhandledError: assign({
      error: { statusCode: 0, message: 'UNHANDLED ERROR', error: { type: 'unhandled_error' } },
    }),
    keepInitError: assign((_, thrown: unknown) => ({ error: initError(readError(thrown)) })),
    keepMissingFlow: assign({
      error: { statusCode: 0, message: 'Missing flow', error: { type: 'missing_flow_error' } },
    }),
    keepMismatch: assign(() => ({
      error: {
        statusCode: 0,
        message: "The passwords don't match. Please re-enter your password.",
        error: { type: 'password_mismatch_error' },
      },
    })),
    clearError: assign({ error: null }),
    markSent: assign(({ context }, { sentAt }: Sent) => ({ view: { ...context.view, sentAt } })),
    tellResent: assign(({ context }, message: Context['view']['message']) => ({
      view: { ...context.view, message },
    })),
    clearMessage: assign(({ context }) => ({ view: { ...context.view, message: null } })),
    markLinkUsed: assign(({ context }) => ({ query: context.query && { ...context.query, isValid: false } })),
    markInline: assign({ isInline: true }),
    markForm: assign({ isInline: false }),
    setUseBackupCode: assign(({ context }, useBackupCode: boolean) => ({
      view: { ...context.view, useBackupCode },
      error: null,
    })),
    rememberSubmit: assign((_, pendingSubmit: SubmitEvent) => ({ pendingSubmit })),
    clearPending: assign({ pendingSubmit: null }),
    rememberFactor: assign(({ context }, activeFactor: Factor) => ({
      config: { ...context.config, activeFactor },
      error: null,
      pendingSubmit: null,
    })),
    forgetFactor: assign(({ context }) => ({ config: { ...context.config, activeFactor: null } })),
    allowBack: assign({ canGoBack: true }),
    beginFirst: assign(({ context }) => ({
      isSecondFactor: false,
      isInline: false,
      config: { ...context.config, action: firstFactorAction(context.config.type) },
    })),
    takeSoleFirst: assign(({ context }) => ({
      canGoBack: false,
      config: { ...context.config, activeFactor: firstFactors(context)[0] ?? null },
    })),
    beginSecond: assign(({ context }) => {
      const { action, factors } = chooseSecondFactors(context.view.allowedSecondFactors);
      return {
        isSecondFactor: true,
        isInline: false,
        error: null,
        view: { ...context.view, allowedSecondFactors: factors, message: null, useBackupCode: false },
        config: { ...context.config, action, activeFactor: null },
      };
    }),
    takeSoleSecond: assign(({ context }) => ({
      canGoBack: false,
      config: { ...context.config, activeFactor: context.view.allowedSecondFactors[0] ?? null },
    })),
    giveUpSecondFactor: assign(({ context }) => ({
      isSecondFactor: false,
      error: null,
      view: { ...context.view, isMfaRequired: false, allowedSecondFactors: [] },
      config: { ...context.config, activeFactor: null },
    })),
    showIdentifier: assign(({ context }) => ({
      view: {
        ...context.view,
        showEmailOrUsername: !context.isSecondFactor,
        useBackupCode: false,
      },
    })),
    /** For the host: forget the first factor in the client. */
    abandonSignIn: () => {},
    /** For the host: a link was refused; an application may have a page of its own for that. */
    tellLinkRefused: () => {},
    /** For the host: the sign-in is over; tell the application and go where its answer says. */
    leave: () => {},
    /** For the host: somebody was signed in already; goes on at once where redirectOnLoad asks for it. */
    greet: () => {},
    /** For the host: somebody pressed Continue. */
    proceed: () => {},
  },
});

/** The provider of the active factor. */
export function activeProvider({ config }: Context): SocialProvider {
  return (config.activeFactor?.strategy ?? '') as SocialProvider;
}

/** The first context of a machine. */
export const createContext = ({ input }: { input: SignInInput }): Context => initialContext(input);

function waitForSecondFactor(
  context: Context,
  factors: readonly Factor[],
): Pick<Context, 'view' | 'isLoggedIn'> {
  // an older session in this browser must not stand in for the factor that is missing
  return { isLoggedIn: false, view: { ...context.view, isMfaRequired: true, allowedSecondFactors: factors } };
}

function isPassword(factor: Factor): boolean {
  return factor.strategy === 'password' && !isSsoFactor(factor);
}

/** A setting that is missing is named; nobody expects anything else to go wrong before the first screen. */
function initError(error: ViewError): ViewError {
  if (error.error.type === 'usage_error') return error;
  return {
    statusCode: 0,
    message: 'Application initialization error',
    error: { type: 'initialization_error' },
  };
}

/** A provider that tells of an account without a password wants it set anew; in test mode that is nobody's business. */
function asksForReset(error: ViewError, { config }: Context): ViewError {
  const isAsked = error.error.type === 'intended_error' && config.mode === 'live';
  return isAsked ? { ...error, error: { type: 'reset_needed' } } : error;
}

/** Any thrown thing as the error a form shows; a refusal of the server keeps status, type and message. */
function readError(thrown: unknown): ViewError {
  const { statusCode, message, type, retryAfterSeconds, fields } = (thrown ?? {}) as Record<string, unknown>;
  return {
    statusCode: typeof statusCode === 'number' ? statusCode : 0,
    message: typeof message === 'string' ? message : '',
    error: { type: typeof type === 'string' ? type : 'unhandled_error' },
    code: (fields as { code?: string }[] | undefined)?.[0]?.code,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}
