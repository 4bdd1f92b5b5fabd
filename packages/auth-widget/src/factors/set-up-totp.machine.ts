import { signIn } from '../machine/setup.ts';
import { backToSelection, failTo } from './transitions.ts';

/** Pairing an authenticator: get the QR code, show it, confirm a code, show the backup codes, done. */
export const setUpTotp = signIn.createStateConfig({
  initial: 'gettingQrCode',
  states: {
    gettingQrCode: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'getTotp',
        onDone: {
          target: 'showQrCode',
          actions: [{ type: 'keepTotp', params: ({ event }) => event.output }, 'clearError'],
        },
        onError: failTo('showErrorMessage'),
      },
    },
    showErrorMessage: {
      on: {
        retry: { target: 'gettingQrCode', actions: 'clearError' },
        back: backToSelection,
      },
    },
    showQrCode: {
      on: {
        submit: { target: 'confirmingCode', actions: 'clearError' },
        back: backToSelection,
      },
    },
    confirmingCode: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'useTotp',
        input: ({ event }) => ({ totpCode: event.type === 'submit' ? event.totpCode : undefined }),
        onDone: [
          {
            guard: { type: 'needsSecondFactor', params: ({ event }) => event.output },
            target: '#signIn.secondFactor',
            actions: { type: 'keepOutcome', params: ({ event }) => event.output },
          },
          {
            target: 'showBackupCodes',
            actions: { type: 'keepOutcome', params: ({ event }) => event.output },
          },
        ],
        onError: failTo('showQrCode'),
      },
    },
    showBackupCodes: {
      on: { finish: { target: 'setUpComplete', actions: ['forgetTotp', 'leave'] } },
    },
    setUpComplete: { on: { finish: { actions: 'proceed' } } },
  },
});
