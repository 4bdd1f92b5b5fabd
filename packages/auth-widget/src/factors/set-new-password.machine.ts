import { signIn } from '../machine/setup.ts';
import { afterSignOn, failTo } from './transitions.ts';

/** A new password, by reset link or as the signed-in person: form, send, new password set. */
export const setNewPassword = signIn.createStateConfig({
  initial: 'showForm',
  states: {
    showForm: {
      on: {
        submit: [
          { guard: { type: 'passwordsDiffer', params: ({ event }) => event }, actions: 'keepMismatch' },
          { target: 'sending', actions: 'clearError' },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'setNewPassword',
        input: ({ context, event }) => ({
          password: (event.type === 'submit' && event.password) || '',
          existingPassword: event.type === 'submit' ? event.existingPassword : undefined,
          link: context.query?.isValid ? context.query : null,
        }),
        onDone: afterSignOn('newPasswordSet'),
        onError: failTo('showForm'),
      },
    },
    newPasswordSet: { on: { finish: { actions: 'proceed' } } },
  },
});
