import { activeProvider, signIn } from '../machine/setup.ts';

/** Another provider: the page is left. Whatever keeps it from leaving is not to be handled here (spec 8). */
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
        onError: { target: '#signIn.unhandledError', actions: 'keepUnhandledError' },
      },
    },
    leaving: { tags: 'busy' },
  },
});
