import { z } from 'zod';
import { invalid } from '#kernel/errors.ts';

const oneAddress = z.email().max(254);

/**
 * The one address that somebody asks to be mailed to, in the letter case it was given; their own where none is.
 * @param field the member of the body that holds it
 * @param domains those that may be mailed to; null: that of the person who asks
 * @param what is mailed, such as 'Reports'
 * @throws {Refusal} 422
 */
export function readRecipient(
  field: string,
  value: unknown,
  asker: string,
  domains: readonly string[] | null,
  what = 'Reports',
): string {
  const refuse = (message: string) => invalid([{ field, message }]);
  const address = value === undefined || value === null || value === '' ? asker : value;
  // Nothing is trimmed: a line break at the end is as wrong as one in the middle.
  if (typeof address !== 'string' || !oneAddress.safeParse(address).success)
    throw refuse('Email must be one email address, such as jane.doe@example.com.');
  const allowed = domains ?? [domainOf(asker)];
  if (!allowed.includes(domainOf(address)))
    throw refuse(`${what} may be sent to addresses at ${allowed.join(', ')} only.`);
  return address;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
