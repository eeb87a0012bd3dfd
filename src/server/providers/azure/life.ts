import { type MakeCall, unlessGone } from './calls.ts';
import type { Azure } from './interface.ts';
import { scopeOf, SUBSCRIPTIONS_VERSION } from './subscriptions.ts';

type LifeCalls = Pick<Azure, 'stateOf' | 'cancelSubscription' | 'enableSubscription'>;

/** The calls that cancel a subscription and enable it again. */
export const lifeCalls = (call: MakeCall): LifeCalls => ({
  stateOf: (id, signal) =>
    unlessGone(
      null,
      call('read the state of the subscription', 'reads', signal, async ({ resources }, options) => {
        let state: unknown;
        // The client knows of no resource that has a state beside its properties.
        const onResponse = (answer: { parsedBody?: unknown; bodyAsText?: string | null }) => {
          const body = (answer.parsedBody ?? JSON.parse(answer.bodyAsText ?? '{}')) as { state?: unknown };
          ({ state } = body);
        };
        await resources.resources.getById(scopeOf(id), SUBSCRIPTIONS_VERSION, { ...options, onResponse });
        if (typeof state !== 'string') throw new Error('The answer has no state.');
        return state;
      }),
    ),

  cancelSubscription: (id, signal) =>
    call('cancel the subscription', 'writes', signal, async ({ subscriptions }, options) => {
      await subscriptions.subscription.cancel(id, options);
    }),

  enableSubscription: (id, signal) =>
    call('enable the subscription', 'writes', signal, async ({ subscriptions }, options) => {
      await subscriptions.subscription.enable(id, options);
    }),
});
