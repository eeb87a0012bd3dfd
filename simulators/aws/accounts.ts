import { invalid, regionOperations } from './account-regions.ts';
import { isKnown, type Account, type State } from './state.ts';
import { WireError, type Call, type Operations } from './wire.ts';

const CONTACT_TYPES = new Set(['BILLING', 'OPERATIONS', 'SECURITY']);
const LIMITS = { Name: 64, Title: 50, EmailAddress: 254, PhoneNumber: 25 } as const;

/** The Account API by path: alternate contacts and regions of accounts, requested by the management account. */
export function accountOperations(
  state: State,
  { delayMs, rightsAfterMs }: { delayMs: number; rightsAfterMs: number },
): Operations {
  const target = (call: Call) => targetOf(state, call, rightsAfterMs);
  return {
    ...regionOperations(state, delayMs, target),
    putAlternateContact: (call) => {
      const account = target(call);
      const { input } = call;
      const type = String(input['AlternateContactType']);
      if (!CONTACT_TYPES.has(type)) throw invalid('AlternateContactType is not valid.');
      const text = (field: keyof typeof LIMITS) => {
        const value = String(input[field] ?? '').trim();
        if (value === '' || value.length > LIMITS[field])
          throw invalid(`${field} must have 1 to ${LIMITS[field]} characters.`);
        return value;
      };
      const contact = {
        AlternateContactType: type,
        Name: text('Name'),
        Title: text('Title'),
        EmailAddress: text('EmailAddress'),
        PhoneNumber: text('PhoneNumber'),
      };
      if (!/^[\s0-9()+-]+$/.test(contact.PhoneNumber)) throw invalid('PhoneNumber is not valid.');
      if (!/^\s*[\w+=.#|!&-]+@[\w.-]+\.\w+\s*$/.test(contact.EmailAddress))
        throw invalid('EmailAddress is not valid.');
      account.contacts[type] = contact;
      return {};
    },
    getAlternateContact: (call) => {
      const found = target(call).contacts[String(call.input['AlternateContactType'])];
      if (!found)
        throw new WireError(
          'ResourceNotFoundException',
          'No contact of the inputted alternate contact type found.',
          404,
        );
      return { AlternateContact: { ...found } };
    },
  };
}

/**
 * The account that a call is about: one of the organization's, or that of the caller where it names none.
 * @throws {WireError} as AWS refuses any other account, and one that it does not know yet
 */
function targetOf(state: State, { input, account: caller, now }: Call, rightsAfterMs: number): Account {
  const { managementAccount } = state.organization;
  const { AccountId: named } = input;
  const found = state.accounts[String(named ?? caller)];
  const refuse = (why: string) =>
    new WireError(
      'AccessDeniedException',
      `User: arn:aws:iam::${caller}:user/skyledger is not authorized to perform this operation${why}`,
      403,
    );
  if (named === undefined && found) return found;
  if (named === managementAccount)
    throw refuse(
      ' (The management account can only be managed using the standalone context from the management account.)',
    );
  if (caller !== managementAccount || !state.trusted.includes('account.amazonaws.com'))
    throw refuse(' (Your organization must first enable trusted access with AWS Account Management.)');
  if (found?.status !== 'ACTIVE' || !isKnown(found, now, rightsAfterMs)) throw refuse('.');
  return found;
}
