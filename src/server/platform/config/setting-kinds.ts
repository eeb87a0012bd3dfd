import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { isEmailAddress } from '#kernel/reading/email.ts';
import { isLinkLocalHost } from '../base/special-addresses.ts';

/** Kinds of settings for several subjects. */

/** The environment's variables, empty ones left out. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of one subject after validation, still under the environment's names. */
export type SettingsOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const yesOrNo = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1' || value === 'yes');

/** The message for an address at which clouds keep the credentials of the machine. */
export const NOT_LINK_LOCAL = 'must not be a link-local address';

export const webAddress = z
  .string()
  .refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    'must be an http:// or https:// address',
  )
  .refine(isNotLinkLocal, NOT_LINK_LOCAL);

/** Whether an address leads elsewhere than to a link-local one. Hosts are read as those of the web are: 0xa9fe0000 is one too. */
export function isNotLinkLocal(address: string): boolean {
  const web = address.replace(/^\w+:/, 'http:');
  return !URL.canParse(web) || !isLinkLocalHost(new URL(web).hostname);
}

/**
 * The address of the portal itself, to which paths are added, as browsers spell it (`HTTPS://Desk.example.com:443/` is
 * https://desk.example.com) and without the slashes at its end.
 */
export const ownAddress = webAddress
  .transform((value) => new URL(value))
  .refine(({ href, origin, pathname }) => href === origin + pathname, {
    message: 'must have no user, password, query or fragment, since paths are added to it',
  })
  .transform(({ href }) => href.replace(/\/+$/, ''));

export const emailAddress = z
  .string()
  .refine(isEmailAddress, 'must be an email address')
  .transform((value) => value.toLowerCase());

/** `a.example, b.example` → ['a.example', 'b.example']. */
export const domains = z
  .string()
  .transform((value) =>
    value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((domain) => domain.replace(/^@/, '').toLowerCase()),
  )
  .refine(
    (list) => list.length > 0 && list.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)),
    'must be domains separated by commas, such as example.com, example.org',
  );

/** The id of an object of Microsoft's cloud, in lower case. */
export const guid = z
  .string()
  .regex(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    'must be an id such as 00000000-0000-0000-0000-000000000000',
  )
  .transform((value) => value.toLowerCase());

/**
 * When something is due by itself: `off`, or five fields in UTC. They are read as the queue reads them, which would not
 * start with what it cannot read.
 * @param example such as `0 3 * * *`
 */
export const schedule = (example: string) =>
  z
    .string()
    .refine(
      (value) => value === 'off' || (/^(\S+\s+){4}\S+$/.test(value) && comes(value)),
      `must be off, or five fields of a moment that comes, such as ${example}`,
    );

/** 31 February does not. */
function comes(fields: string): boolean {
  try {
    CronExpressionParser.parse(fields, { tz: 'UTC', strict: false }).next();
    return true;
  } catch {
    return false;
  }
}

/** An address without the slashes at its end; null where none is set. */
export const withoutSlash = (address: string | undefined): string | null =>
  address?.replace(/\/+$/, '') ?? null;

/** The message where only one of two settings is made that mean nothing alone. */
export function together(env: Environment, one: string, other: string): string[] {
  const isHalf = Boolean(env[one]) !== Boolean(env[other]);
  return isHalf ? [`${one} and ${other} belong together; set both or neither.`] : [];
}
