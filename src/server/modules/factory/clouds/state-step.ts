import type { Step, StepAnswer } from '../ledger/step.ts';
import { accountIn } from '../life/cloud-life.ts';

/** A state of an account that is requested of a cloud, which shows it some time later. */
type WantedState = Pick<Step, 'name' | 'label' | 'input'> & {
  /** The answer of a step that is done, where the cloud shows the state; else null. */
  seen: (account: string, signal: AbortSignal) => Promise<StepAnswer | null>;
  call: (account: string, signal: AbortSignal) => Promise<void>;
  /** Said meanwhile, and after how many seconds it is looked again. */
  meanwhile: { note: string; lookAgain: number };
};

/** A step that brings an account into a state. Each call looks first, so that nothing is requested twice. */
export function stateStep({ name, label, input, seen, call, meanwhile }: WantedState): Step {
  const find: NonNullable<Step['find']> = ({ request, signal }) => seen(accountIn(request), signal);
  const look = async (...given: Parameters<typeof find>): Promise<StepAnswer> =>
    (await find(...given)) ?? { state: 'waiting', ...meanwhile };
  return {
    name,
    label,
    isPointOfNoReturn: true,
    input,
    find,
    call: async (context, sent) => {
      const before = await find(context, sent);
      if (before) return before;
      await call(accountIn(context.request), context.signal);
      return look(context, sent);
    },
    look,
  };
}
