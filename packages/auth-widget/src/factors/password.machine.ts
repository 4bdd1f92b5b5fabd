import { signIn } from '../machine/setup.ts';
import { afterSignOn, backToSelection, keepError } from './transitions.ts';

/** Username or email and a password, to log in or to sign up: form, send, password set or a mail to confirm. */
export const password = signIn.createStateConfig({
  initial: 'showForm',
  states: {
    showForm: {
      entry: 'markForm',
      on: {
        submit: [
          {
            guard: { type: 'passwordsDiffer', params: ({ event }) => event },
            actions: [{ type: 'keepTyped', params: ({ event }) => event }, 'keepMismatch'],
          },
          { target: 'sending', actions: { type: 'keepTyped', params: ({ event }) => event } },
        ],
        back: backToSelection,
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'sendPassword',
        input: ({ context, event }) => ({
          type: context.config.type,
          isSecondFactor: context.isSecondFactor,
          fields: event.type === 'submit' ? event : (context.pendingSubmit ?? { type: 'submit' }),
          user: context.user,
        }),
        onDone: [
          {
            guard: { type: 'waitsForEmail', params: ({ event }) => event.output },
            target: 'showEmailSent',
            actions: ['clearError', 'clearPending'],
          },
          ...afterSignOn('passwordSet'),
        ],
        onError: [
          { guard: 'isInlineSecond', target: '#signIn.selectSecondFactor', actions: keepError },
          { guard: 'isInline', target: '#signIn.selectFirstFactor', actions: keepError },
          { target: 'showForm', actions: keepError },
        ],
      },
    },
    /** The tenant wants the address proven before there is an account. */
    showEmailSent: {
      on: { back: [{ guard: 'isInline', target: '#signIn.selectFirstFactor' }, { target: 'showForm' }] },
    },
    passwordSet: { on: { finish: { actions: 'proceed' } } },
  },
});
