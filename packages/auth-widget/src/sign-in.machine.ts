import { codeFactor } from './factors/code.machine.ts';
import { emailLink } from './factors/email-link.machine.ts';
import { password } from './factors/password.machine.ts';
import { setNewPassword } from './factors/set-new-password.machine.ts';
import { setUpTotp } from './factors/set-up-totp.machine.ts';
import { ssoProvider } from './factors/sso-provider.machine.ts';
import { afterSignOn, keepError, keepInitError } from './factors/transitions.ts';
import { useTotp } from './factors/use-totp.machine.ts';
import { createContext, signIn } from './machine/setup.ts';
import type { Statechart } from './machine/statechart.ts';
import type { Context } from './machine/types.ts';

/**
 * The whole sign-in as one statechart. It touches neither page nor network: it names calls and actions, which
 * its host carries out with the auth client.
 */
const machine = signIn.createMachine({
  id: 'signIn',
  context: createContext,
  initial: 'init',
  states: {
    init: {
      initial: 'begin',
      states: {
        begin: {
          always: [{ guard: 'hasTenantId', target: 'initialiseClient' }, { target: 'obtainTenantId' }],
        },
        obtainTenantId: {
          tags: 'busy',
          invoke: {
            id: 'call',
            src: 'getTenantId',
            onDone: {
              target: 'initialiseClient',
              actions: { type: 'keepTenantId', params: ({ event }) => event.output },
            },
            onError: { target: '#signIn.unhandledError', actions: keepInitError },
          },
        },
        initialiseClient: {
          tags: 'busy',
          invoke: {
            id: 'call',
            src: 'initialiseClient',
            onDone: {
              target: 'initFlow',
              actions: { type: 'keepStart', params: ({ event }) => event.output },
            },
            onError: { target: '#signIn.unhandledError', actions: keepInitError },
          },
        },
        initFlow: {
          always: [
            { guard: 'isReset', target: '#signIn.passwordResetInit' },
            { guard: 'isLoggedInWithoutLink', target: '#signIn.refreshTokens' },
            { guard: 'isWaitingForSecondFactor', target: '#signIn.secondFactor' },
            { target: 'initForm' },
          ],
        },
        initForm: {
          always: [
            { guard: 'isLocalWithoutFlow', target: '#signIn.missingFlowLocal', actions: 'keepMissingFlow' },
            { guard: 'hasNoFlow', target: '#signIn.placeholder' },
            { guard: 'isLocal', target: '#signIn.beginFlow' },
            { target: '#signIn.preview' },
          ],
        },
      },
    },

    placeholder: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'fetchFlow',
        onDone: [
          {
            guard: { type: 'gotFlow', params: ({ event }) => event.output },
            target: 'beginFlow',
            actions: { type: 'keepFlow', params: ({ event }) => event.output },
          },
          { target: 'missingFlowFromServer', actions: 'keepMissingFlow' },
        ],
        onError: { target: 'missingFlowFromServer', actions: 'keepMissingFlow' },
      },
    },

    /** The given flow is shown and may be used while the server is asked for its own. */
    preview: {
      entry: 'beginFirst',
      invoke: {
        id: 'call',
        src: 'fetchFlow',
        onDone: {
          target: 'beginFlow',
          actions: { type: 'keepFlow', params: ({ event }) => event.output },
        },
        onError: { target: 'missingFlowFromServer', actions: 'keepMissingFlow' },
      },
      on: {
        selectFactor: { actions: { type: 'rememberFactor', params: ({ event }) => event.factor } },
        submit: {
          actions: [
            { type: 'keepTyped', params: ({ event }) => event },
            { type: 'rememberSubmit', params: ({ event }) => event },
          ],
        },
      },
    },

    passwordResetInit: {
      entry: ['beginFirst', 'forgetFactor'],
      always: [
        { guard: 'canSetNewPassword', target: 'setNewPassword' },
        { guard: 'isLocalWithFlow', target: 'beginFlow' },
        { target: 'emailLink' },
      ],
    },

    beginFlow: {
      entry: 'beginFirst',
      always: [
        { guard: 'shouldRedirectOnLoad', target: 'alreadyLoggedIn' },
        { guard: 'isForeignLink', target: 'confirmLink' },
        { guard: 'hasLink', target: 'loginWithLink' },
        { guard: 'hasNoFirstFactors', target: 'disabled' },
        { guard: 'hasActiveFactor', target: 'toFactor', actions: 'allowBack' },
        { guard: 'needsFirstChoice', target: 'selectFirstFactor' },
        { target: 'toFactor', actions: 'takeSoleFirst' },
      ],
    },

    confirmLink: {
      on: {
        openLink: 'loginWithLink',
        back: { target: 'beginFlow', actions: 'markLinkUsed' },
      },
    },

    loginWithLink: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'loginWithLink',
        input: ({ context }) => ({
          token: context.query?.token ?? '',
          uuid: context.query?.uuid ?? '',
          linkType: context.query?.linkType ?? '',
        }),
        onDone: afterSignOn('finish'),
        onError: [
          {
            guard: 'isLoggedIn',
            target: 'refreshTokens',
            actions: [keepError, 'markLinkUsed', 'tellLinkRefused'],
          },
          { target: 'beginFlow', actions: [keepError, 'markLinkUsed', 'tellLinkRefused'] },
        ],
      },
    },

    selectFirstFactor: {
      entry: 'allowBack',
      always: { guard: 'hasPendingSubmit', target: 'password.sending', actions: 'markInline' },
      on: {
        selectFactor: {
          target: 'toFactor',
          actions: { type: 'rememberFactor', params: ({ event }) => event.factor },
        },
        selectCustomProvider: { target: 'ssoProvider', actions: 'clearError' },
        submit: [
          {
            guard: { type: 'passwordsDiffer', params: ({ event }) => event },
            actions: [{ type: 'keepTyped', params: ({ event }) => event }, 'keepMismatch'],
          },
          {
            target: 'password.sending',
            actions: [{ type: 'keepTyped', params: ({ event }) => event }, 'markInline'],
          },
        ],
      },
    },

    secondFactor: {
      always: [
        { guard: 'isLoggedIn', target: 'finish' },
        { guard: 'hasNoSecondFactors', target: 'unhandledError', actions: 'keepUnhandledError' },
        { target: 'beginSecondFactor' },
      ],
    },

    beginSecondFactor: {
      entry: 'beginSecond',
      always: [
        { guard: 'hasNoSecondFactors', target: 'unhandledError', actions: 'keepUnhandledError' },
        { guard: 'needsSecondChoice', target: 'selectSecondFactor' },
        { target: 'toFactor', actions: 'takeSoleSecond' },
      ],
    },

    selectSecondFactor: {
      entry: 'allowBack',
      on: {
        selectFactor: {
          target: 'toFactor',
          actions: { type: 'rememberFactor', params: ({ event }) => event.factor },
        },
        back: { target: 'init.initForm', actions: ['giveUpSecondFactor', 'abandonSignIn'] },
      },
    },

    /** Chooses the state that serves the active factor. */
    toFactor: {
      always: [
        { guard: { type: 'leadsTo', params: 'emailLink' }, target: 'emailLink' },
        { guard: { type: 'leadsTo', params: 'emailCode' }, target: 'emailCode' },
        { guard: { type: 'leadsTo', params: 'smsCode' }, target: 'smsCode' },
        { guard: { type: 'leadsTo', params: 'password' }, target: 'toPassword' },
        { guard: { type: 'leadsTo', params: 'useTotp' }, target: 'useTotp' },
        { guard: { type: 'leadsTo', params: 'setUpTotp' }, target: 'setUpTotp' },
        { guard: { type: 'leadsTo', params: 'ssoProvider' }, target: 'ssoProvider' },
        { target: 'unhandledError', actions: 'keepUnhandledError' },
      ],
    },

    toPassword: {
      always: [
        { guard: 'hasPendingSubmit', target: 'password.sending', actions: 'markForm' },
        { target: 'password' },
      ],
    },

    emailLink,
    emailCode: codeFactor('email'),
    smsCode: codeFactor('sms'),
    password,
    useTotp,
    setUpTotp,
    setNewPassword,
    ssoProvider,

    refreshTokens: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'refresh',
        onDone: [
          {
            guard: { type: 'gotSession', params: ({ event }) => event.output },
            target: 'alreadyLoggedIn',
          },
          {
            target: 'init.initForm',
            actions: { type: 'keepSession', params: ({ event }) => event.output },
          },
        ],
        onError: 'alreadyLoggedIn',
      },
    },

    alreadyLoggedIn: {
      entry: 'greet',
      on: { finish: { actions: 'proceed' } },
    },
    finish: { on: { finish: { actions: 'proceed' } } },
    disabled: { on: { retry: 'placeholder' } },
    missingFlowLocal: {},
    missingFlowFromServer: { on: { retry: { target: 'placeholder', actions: 'clearError' } } },
    unhandledError: {
      on: {
        retry: { target: 'init', actions: ['clearError', 'forgetFactor', 'giveUpSecondFactor'] },
      },
    },
  },
});

/** The machine as its interpreter takes it. */
export const signInMachine = machine as unknown as Statechart<Context>;
