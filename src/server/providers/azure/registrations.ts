import type { MakeCall } from './calls.ts';
import type { Azure, Registration } from './interface.ts';

/** How Azure words the states; one that is being undone is requested once that is over. */
const STATES: Readonly<Record<string, Registration>> = {
  registered: 'registered',
  registering: 'begun',
  unregistering: 'begun',
};

/** The calls about the resource providers of subscriptions. */
export const registrationCalls = (call: MakeCall): Pick<Azure, 'registration' | 'register'> => ({
  registration: (id, namespace, signal) =>
    call('read the resource provider', 'reads', signal, async ({ resourcesOf }, options) => {
      const resources = resourcesOf(id);
      const { registrationState: state = '' } = await resources.providers.get(namespace, options);
      return STATES[state.toLowerCase()] ?? 'none';
    }),

  register: (id, namespace, signal) =>
    call('register the resource provider', 'writes', signal, async ({ resourcesOf }, options) => {
      const resources = resourcesOf(id);
      await resources.providers.register(namespace, options);
    }),
});
