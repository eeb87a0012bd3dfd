import { invalid } from '#kernel/errors.ts';
import { isEmailAddress, ONE_ADDRESS_WANTED } from '#kernel/reading/email.ts';

/** The domains that may be mailed to; null: that of the requester. */
export const mailDomains = (domains: readonly string[] | null, requester: string): readonly string[] =>
  domains ?? [domainOf(requester)];

export const isWithin = (domains: readonly string[], address: string): boolean =>
  domains.includes(domainOf(address));

/**
 * The one address to which a mail is requested, in the letter case it was given; their own where none is. It must be
 * within the domains.
 * @param field the member of the body that holds it
 * @param domains those that may be mailed to; null: that of the requester
 * @param what is mailed, such as 'Reports'
 * @throws {Refusal} 422
 */
export function readRecipient(
  field: string,
  value: unknown,
  requester: string,
  domains: readonly string[] | null,
  what: string,
): string {
  const address = value === undefined || value === null || value === '' ? requester : value;
  // Nothing is trimmed: a line break at the end is as wrong as one in the middle.
  if (typeof address !== 'string' || !isEmailAddress(address))
    throw invalid([{ field, message: ONE_ADDRESS_WANTED }]);
  const allowed = mailDomains(domains, requester);
  if (isWithin(allowed, address)) return address;
  throw invalid([{ field, message: `${what} may be sent to addresses at ${allowed.join(', ')} only.` }]);
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
