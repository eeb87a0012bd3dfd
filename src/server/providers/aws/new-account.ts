import { failure } from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsClients } from './clients.ts';

/** For so long after an account was made, parts of AWS may not know it yet. */
const NEW_MS = 15 * 60_000;
const AGAIN_SECONDS = 30;

/**
 * A call about an account that may just have been made. Parts of AWS learn of a new account later than Organizations, and
 * refuse it until then as if it were not there or not ours. Such a refusal is `busy` as long as the account is new.
 * @param doing the call in the words of people, such as 'tag the account'
 * @param late the errors by which the called service refuses an account that it does not know yet
 * @throws {ProviderFailure} for whatever goes wrong
 */
export async function inNewAccount<T>(
  clients: AwsClients,
  { accountId, doing, late }: { accountId: string; doing: string; late: ReadonlySet<string> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await clients.call(doing, work);
  } catch (error) {
    const isLate = error instanceof ProviderFailure && late.has(error.code ?? '');
    if (!isLate || !(await isNew(clients, accountId))) throw error;
    const { message, code, cause } = error;
    const sentence = `${message} The account is new, and not all of AWS knows it yet. It is tried again.`;
    throw failure('busy', sentence, { code, cause, retryAfterSeconds: AGAIN_SECONDS });
  }
}

/** Whether the organization has an account since a moment ago; where that cannot be read, it is taken for an old one. */
async function isNew(clients: AwsClients, accountId: string): Promise<boolean> {
  try {
    const { DescribeAccountCommand } = await import('@aws-sdk/client-organizations');
    const client = await clients.organizations();
    const { Account: account } = await client.send(new DescribeAccountCommand({ AccountId: accountId }));
    return Date.now() - (account?.JoinedTimestamp?.getTime() ?? 0) < NEW_MS;
  } catch {
    return false;
  }
}
