import type { Values } from '#kernel/input.ts';
import { glDefaults } from '#resources/companies.ts';

/** The fields that follow from a company's code. */
const FOLLOWING = ['aws_gl', 'gcp_gl', 'azure_gl', 'riOrReno'] as const;
export type Following = (typeof FOLLOWING)[number];

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** The values that a code implies; none while there is no code. */
export function impliedBy(code: unknown): Record<Following, string | null> {
  const none = { aws_gl: null, gcp_gl: null, azure_gl: null, riOrReno: null };
  return typeof code === 'string' && code.trim() !== '' ? glDefaults(code) : none;
}

/** The accounts of a stored company that differ from what its code implies count as filled in by hand. */
export function handFilled(record: Values): Following[] {
  const implied = impliedBy(record.code);
  return FOLLOWING.filter((name) => !isEmpty(record[name]) && record[name] !== implied[name]);
}

/** The fields among `byHand` that keep what a person filled in although the code implies something else. */
export function kept(values: Values, byHand: readonly string[]): { name: Following; implied: string }[] {
  const implied = impliedBy(values.code);
  return FOLLOWING.flatMap((name) => {
    const other = implied[name];
    return byHand.includes(name) && other !== null && values[name] !== other
      ? [{ name, implied: other }]
      : [];
  });
}
