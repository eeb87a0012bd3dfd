import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AccountCreation, AwsAccount, AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Step, StepAnswer } from '../../ledger/step.ts';
import { lookAgain, textOf } from './parts.ts';

/** The tag by which an account is known again as the one that a request made. */
export const REQUEST_TAG = 'SkyledgerRequest';

/** Clocks of this machine and of AWS may differ. */
const CLOCK_SLACK_MS = 15 * 60_000;
const USUAL_PAUSE = 5;

const inputOf = z.object({
  name: z.string(),
  email: z.string(),
  /** Nobody else's account has it. */
  marker: z.string(),
  asked_at: z.iso.datetime(),
});
type Input = z.infer<typeof inputOf>;

const FULL = 'The organization has as many accounts as it may have. Ask AWS Support for more, then retry.';
const UNVALIDATED =
  'AWS has not validated the business of the management account. Complete that there, then retry.';

/**
 * Advice by the reason why AWS refused the request or made no account; a reason that is not here is shown as AWS states it.
 * Source: ConstraintViolationExceptionReason and CreateAccountFailureReason of the service model of AWS Organizations.
 */
const REASONS: Record<string, string> = {
  ACCOUNT_LIMIT_EXCEEDED: FULL,
  ACCOUNT_NUMBER_LIMIT_EXCEEDED: FULL,
  ACCOUNT_CREATION_NOT_COMPLETE:
    'The management account is not set up completely. Complete that there, then retry.',
  EMAIL_ALREADY_EXISTS: 'Another AWS account has this address. Ask again with another one.',
  INVALID_EMAIL: 'AWS does not take this address. Ask again with another one.',
  INVALID_ADDRESS:
    "AWS does not take the organization's postal address. Correct it in the management account, then retry.",
  INVALID_PAYMENT_INSTRUMENT: 'The management account has no valid payment method. Mend that, then retry.',
  MISSING_PAYMENT_INSTRUMENT: 'The management account has no payment method. Add one, then retry.',
  MISSING_BUSINESS_VALIDATION: UNVALIDATED,
  FAILED_BUSINESS_VALIDATION: UNVALIDATED,
  PENDING_BUSINESS_VALIDATION: UNVALIDATED,
  UNKNOWN_BUSINESS_VALIDATION: UNVALIDATED,
  INVALID_IDENTITY_FOR_BUSINESS_VALIDATION: UNVALIDATED,
};

/**
 * Makes the account. AWS takes no token that would make two calls one, so the account bears a tag that nobody else's
 * has: what an earlier call made is found by it, in the list of requests and in that of accounts. An address is taken
 * once in all of AWS, so that a call of which nobody heard can at worst fail, never make a second account.
 * @param onMade what is to be known of accounts has changed
 */
export function createAccount(provider: AwsProvider, onMade: () => void = () => {}): Step {
  const noteMade = (answer: StepAnswer): StepAnswer => {
    if (answer.state === 'done') onMade();
    return answer;
  };
  return {
    name: 'create_account',
    label: 'Create the account',
    isPointOfNoReturn: true,
    input: async (context) => ({
      name: textOf(context, 'accountName'),
      email: textOf(context, 'accountEmail'),
      marker: `${context.deployment}.${randomUUID()}`,
      asked_at: new Date().toISOString(),
    }),
    find: async (_context, given) => {
      const found = await find(provider, inputOf.parse(given));
      return found && noteMade(found);
    },
    call: async (_context, given) => {
      const { name, email, marker } = inputOf.parse(given);
      const creation = await provider
        .createAccount({ name, email, tags: { [REQUEST_TAG]: marker } })
        .catch(withAdvice);
      return underWay(provider, creation.id);
    },
    look: async ({ ids }, given) => {
      const request = ids['create_account_request'] ?? '';
      const looked = await ended(provider, inputOf.parse(given), await provider.creation(request));
      return looked && noteMade(looked);
    },
  };
}

/**
 * The outcome of a request for an account. One that was found while it was under way may be somebody else's, which shows
 * once it has ended: then ours is looked for again, and null where there is nothing.
 * @throws {ProviderFailure} where it failed
 */
async function ended(
  provider: AwsProvider,
  input: Input,
  { id, state, accountId, failure }: AccountCreation,
): Promise<StepAnswer | null> {
  if (state === 'IN_PROGRESS') return underWay(provider, id);
  if (state === 'SUCCEEDED' && accountId !== null) {
    const account = await provider.account(accountId);
    if (!account)
      throw new ProviderFailure(
        'ambiguous',
        `The request ${id} made the account ${accountId}, which AWS does not list yet. It is looked for again.`,
      );
    return (await isOurs(provider, input, account)) ? made(account, id) : find(provider, input);
  }
  const code = failure ?? 'UNKNOWN';
  // An earlier call of ours may be the one that took the address.
  const earlier = code === 'EMAIL_ALREADY_EXISTS' ? await ourAccount(provider, input) : null;
  if (earlier) return made(earlier, id);
  // An earlier call of ours may still be under way.
  const another = code === 'CONCURRENT_ACCOUNT_MODIFICATION' ? await find(provider, input) : null;
  if (another) return another;
  throw new ProviderFailure('refused', adviceOn(code, `It says ${code}. Nothing was made; retry.`), { code });
}

const adviceOn = (code: string, otherwise: string) => `AWS made no account. ${REASONS[code] ?? otherwise}`;

/** The refusal of a request with what to do. @throws {ProviderFailure} */
function withAdvice(error: unknown): never {
  if (!(error instanceof ProviderFailure) || error.kind !== 'refused' || error.code === null) throw error;
  if (!Object.hasOwn(REASONS, error.code)) throw error;
  throw new ProviderFailure('refused', adviceOn(error.code, error.message), {
    code: error.code,
    cause: error,
  });
}

/**
 * The account that an earlier call made or is still making; null where there is none.
 * @throws {ProviderFailure} where the address is that of somebody else's account
 */
async function find(provider: AwsProvider, input: Input): Promise<StepAnswer | null> {
  const since = Date.parse(input.asked_at) - CLOCK_SLACK_MS;
  let unknown: string | null = null;
  for await (const page of provider.creations())
    for (const creation of page) {
      const { accountName, requestedAt, state, accountId } = creation;
      if (accountName !== input.name || (requestedAt?.getTime() ?? since) < since) continue;
      if (state === 'IN_PROGRESS') unknown ??= creation.id;
      if (state !== 'SUCCEEDED' || accountId === null) continue;
      const account = await provider.account(accountId);
      if (account && (await isOurs(provider, input, account))) return made(account, creation.id);
    }
  // AWS does not return the address of an account that it is still making; its owner is known once it is made.
  if (unknown !== null) return underWay(provider, unknown);
  const account = await ourAccount(provider, input);
  return account && made(account, null);
}

/** The account with the address. @throws {ProviderFailure} where this request did not make it */
async function ourAccount(provider: AwsProvider, input: Input): Promise<AwsAccount | null> {
  for await (const page of provider.accounts())
    for (const account of page) {
      if (!isSame(account.email, input.email)) continue;
      if (await isOurs(provider, input, account)) return account;
      throw new ProviderFailure(
        'refused',
        `${account.email} is the address of the account ${account.id} '${account.name}', which this request did not make. Ask again with another address.`,
        { code: 'EMAIL_ALREADY_EXISTS' },
      );
    }
  return null;
}

async function isOurs(
  provider: AwsProvider,
  { email, marker }: Input,
  account: AwsAccount,
): Promise<boolean> {
  if (!isSame(account.email, email)) return false;
  return (await provider.tagsOf(account.id))[REQUEST_TAG] === marker;
}

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const underWay = (provider: AwsProvider, request: string): StepAnswer => ({
  state: 'waiting',
  ids: { create_account_request: request },
  lookAgain: lookAgain(provider, USUAL_PAUSE),
});

const made = ({ id }: AwsAccount, request: string | null): StepAnswer => ({
  state: 'done',
  ids: { account_id: id, ...(request !== null && { create_account_request: request }) },
  note: `Account ${id}`,
});
