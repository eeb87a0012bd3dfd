import type { Values } from '#kernel/input.ts';
import { glDefaults } from '#resources/companies.ts';

/** The fields that follow from a company's code. */
export const FOLLOWING = ['aws_gl', 'gcp_gl', 'azure_gl', 'riOrReno'] as const;
type Following = (typeof FOLLOWING)[number];

/** The form's value that lists the fields that were filled in by hand. */
export const BY_HAND = 'by_hand';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const isFollowing = (name: string): name is Following => (FOLLOWING as readonly string[]).includes(name);

/** What a code implies; nothing while there is no code. */
export function impliedBy(code: unknown): Record<Following, string | null> {
  const none = { aws_gl: null, gcp_gl: null, azure_gl: null, riOrReno: null };
  return typeof code === 'string' && code.trim() !== '' ? glDefaults(code) : none;
}

/** The fields that a person filled in: they no longer follow the code. */
export function byHand(values: Values): Following[] {
  const names = typeof values[BY_HAND] === 'string' ? values[BY_HAND].split(' ') : [];
  return names.filter(isFollowing);
}

/** The accounts of a stored company that differ from what its code implies count as filled in by hand. */
export function handFilled(record: Values): Following[] {
  const implied = impliedBy(record.code);
  return FOLLOWING.filter((name) => !isEmpty(record[name]) && record[name] !== implied[name]);
}

/**
 * What follows from a change of `name`: a new code brings its accounts, except where a person has filled
 * one in; an account that a person changes is theirs from then on.
 */
export function follow(name: string, value: unknown, values: Values): Values {
  if (isFollowing(name)) return { [BY_HAND]: [...new Set([...byHand(values), name])].join(' ') };
  if (name !== 'code') return {};
  const own = byHand(values);
  const implied = impliedBy(value);
  return Object.fromEntries(
    FOLLOWING.filter((field) => !own.includes(field)).map((field) => [field, implied[field]]),
  );
}

/** The fields that keep what a person filled in although the code implies something else. */
export function kept(values: Values): { name: Following; implied: string }[] {
  const implied = impliedBy(values.code);
  return byHand(values).flatMap((name) => {
    const other = implied[name];
    return other !== null && values[name] !== other ? [{ name, implied: other }] : [];
  });
}
