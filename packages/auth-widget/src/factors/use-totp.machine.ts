import { signIn } from '../machine/setup.ts';
import { afterSignOn, backToSelection, failTo } from './transitions.ts';

/** A code of an authenticator, or a backup code: form, send, success. */
export const useTotp = signIn.createStateConfig({
  initial: 'showForm',
  entry: 'showIdentifier',
  states: {
    showForm: {
      on: {
        submit: { target: 'sending', actions: { type: 'keepTyped', params: ({ event }) => event } },
        useBackupCode: {
          actions: { type: 'setUseBackupCode', params: ({ event }) => event.useBackupCode },
        },
        back: backToSelection,
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'useTotp',
        input: ({ context, event }) => ({
          ...(event.type === 'submit' ? { totpCode: event.totpCode, backupCode: event.backupCode } : {}),
          emailOrUsername: context.isSecondFactor ? undefined : context.view.emailOrUsername,
        }),
        onDone: afterSignOn('success'),
        onError: failTo('showForm'),
      },
    },
    success: { on: { finish: { actions: 'proceed' } } },
  },
});
