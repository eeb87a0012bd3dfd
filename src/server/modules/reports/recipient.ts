import { z } from 'zod';
import { invalid, malformed } from '#kernel/errors.ts';

const oneAddress = z.email().max(254);

const refuse = (message: string) => invalid([{ field: 'send_to', message }]);

/**
 * The one address that a report goes to, in the letter case it was given.
 * @param domains those that reports may be sent to; null: the domain of whoever asks
 * @throws {Refusal} 422 for what is not exactly one address, or one outside the domains
 */
export function readRecipient(value: unknown, asker: string, domains: readonly string[] | null): string {
  const address = value === undefined || value === null || value === '' ? asker : value;
  // Nothing is trimmed: a line break at the end is as wrong as one in the middle.
  if (typeof address !== 'string' || !oneAddress.safeParse(address).success)
    throw refuse('Email must be one email address, such as jane.doe@example.com.');
  const allowed = domains ?? [domainOf(asker)];
  if (!allowed.includes(domainOf(address)))
    throw refuse(`Reports may be sent to addresses at ${allowed.join(', ')} only.`);
  return address;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a report's request says, bare or wrapped in `wrapper`.
 * @throws {Refusal} 400 for what is no object, 422 for what is not known here
 */
export function readReportBody(body: unknown, wrapper: string): { send_to?: unknown } {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw malformed('The body must be a JSON object.');
  const inner = Object.keys(body).length === 1 && wrapper in body ? body[wrapper] : body;
  if (!isObject(inner)) throw malformed(`${wrapper} must be a JSON object.`);
  const unknown = Object.keys(inner).filter((name) => name !== 'email' && name !== 'send_to');
  const errors = unknown.map((name) => ({ field: name, message: `${name.slice(0, 60)} is not known here.` }));
  if (inner['email'] !== undefined && inner['email'] !== true)
    errors.push({ field: 'email', message: 'email must be true: the report is sent by email.' });
  if (errors.length > 0) throw invalid(errors);
  return inner;
}
