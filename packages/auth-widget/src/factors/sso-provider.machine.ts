import { activeProvider, signIn } from '../machine/setup.ts';
import { keepError } from './transitions.ts';

/** Another provider: the page is left. What keeps it from leaving is told on the form that it was chosen from. */
export const ssoProvider = signIn.createStateConfig({
  initial: 'goingToProvider',
  states: {
    goingToProvider: {
      tags: 'busy',
      invoke: {
        id: 'call',
        src: 'goToProvider',
        input: ({ context, event }) =>
          event.type === 'selectCustomProvider'
            ? { provider: event.provider ?? 'custom', providerId: event.providerId }
            : { provider: activeProvider(context) },
        onDone: 'leaving',
        onError: [
          {
            guard: 'isSecondFactor',
            target: '#signIn.selectSecondFactor',
            actions: [keepError, 'forgetFactor'],
          },
          { target: '#signIn.selectFirstFactor', actions: [keepError, 'forgetFactor'] },
        ],
      },
    },
    leaving: { tags: 'busy' },
  },
});
