import { signIn } from '../machine/setup.ts';
import type { CodeChannel, Context } from '../machine/types.ts';
import { afterSignOn, backToSelection, failTo, sendPending } from './transitions.ts';

/** A code by email or text message: form, send, code form, resend, verify, verified. One machine for both channels. */
export function codeFactor(channel: CodeChannel) {
  const addressOf = ({ view }: Context) => (channel === 'email' ? view.email : view.phoneNumber);
  const sendInput = ({ context }: { context: Context }) => ({
    channel,
    address: addressOf(context),
    user: { ...context.user, username: context.view.username },
  });
  return signIn.createStateConfig({
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
          src: 'sendCode',
          input: sendInput,
          onDone: {
            target: 'showCodeForm',
            actions: { type: 'markSent', params: ({ event }) => event.output },
          },
          onError: failTo('showForm'),
        },
      },
      showCodeForm: {
        on: {
          submit: { target: 'verifying', actions: ['clearError', 'clearMessage'] },
          back: { target: 'showForm', actions: ['clearError', 'clearMessage'] },
          resend: { target: 'resending', actions: ['clearError', 'clearMessage'] },
        },
      },
      resending: {
        tags: 'busy',
        invoke: {
          id: 'call',
          src: 'sendCode',
          input: sendInput,
          onDone: {
            target: 'showCodeForm',
            actions: [
              { type: 'markSent', params: ({ event }) => event.output },
              { type: 'tellResent', params: 'codeResent' },
            ],
          },
          onError: failTo('showCodeForm'),
        },
      },
      verifying: {
        tags: 'busy',
        invoke: {
          id: 'call',
          src: 'verifyCode',
          input: ({ context, event }) => ({
            channel,
            address: addressOf(context),
            verificationCode: (event.type === 'submit' && event.verificationCode) || '',
          }),
          onDone: afterSignOn('verified'),
          onError: failTo('showCodeForm'),
        },
      },
      verified: { on: { finish: { actions: 'proceed' } } },
    },
  });
}
