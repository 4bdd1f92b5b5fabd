import { signIn } from '../machine/setup.ts';
import type { Context } from '../machine/types.ts';
import { backToSelection, failTo, sendPending } from './transitions.ts';

const sendInput = ({ context }: { context: Context }) => ({
  type: context.config.type,
  email: context.view.email,
  user: { ...context.user, username: context.view.username },
});

/** A link by email: form, send, sent, resend. For a reset it is the reset link. */
export const emailLink = signIn.createStateConfig({
  initial: 'showForm',
  states: {
    showForm: {
      always: sendPending,
      on: {
        submit: { target: 'sending', actions: { type: 'keepTyped', params: ({ event }) => event } },
        back: backToSelection,
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'sendEmailLink',
        input: sendInput,
        onDone: {
          target: 'showEmailSent',
          actions: { type: 'markSent', params: ({ event }) => event.output },
        },
        onError: failTo('showForm'),
      },
    },
    showEmailSent: {
      on: {
        back: { target: 'showForm', actions: ['clearError', 'clearMessage'] },
        resend: { target: 'resending', actions: ['clearError', 'clearMessage'] },
      },
    },
    resending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'sendEmailLink',
        input: sendInput,
        onDone: {
          target: 'showEmailSent',
          actions: [
            { type: 'markSent', params: ({ event }) => event.output },
            { type: 'tellResent', params: 'emailResent' },
          ],
        },
        onError: failTo('showEmailSent'),
      },
    },
  },
});
