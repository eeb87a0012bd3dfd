import type { PoolClient } from 'pg';
import { conflict, invalid } from '#kernel/errors.ts';
import { unknownFields } from '../routes/fields-of.ts';
import { readDoubled } from './doubled.ts';

/** That Copilot of an organization is rightly charged by several runs. */
export interface Decision {
  /** As it is called, or * for what names none. */
  organization: string;
  reason: string;
}

const LONGEST_REASON = 500;
const LONGEST_NAME = 200;

/** A decision as a body says it. @throws {Refusal} 422 that names every wrong field */
export function readDecision(body: Record<string, unknown>): Decision {
  const errors = unknownFields(body, ['organization', 'reason']);
  const textOf = (field: 'organization' | 'reason', longest: number): string => {
    const given = body[field];
    const text = typeof given === 'string' ? given.trim() : '';
    if (text === '' || text.length > longest || text.includes('\u0000') || !text.isWellFormed())
      errors.push({ field, message: `${field} must be a text of 1 to ${longest} characters.` });
    return text;
  };
  const decision = {
    organization: textOf('organization', LONGEST_NAME).toLowerCase(),
    reason: textOf('reason', LONGEST_REASON),
  };
  if (errors.length > 0) throw invalid(errors);
  return decision;
}

/**
 * Keeps why Copilot of an organization is charged by this run and by others of the month.
 * @returns the step of the run that says so
 * @throws {Refusal} 409 where no other run charges it, or somebody has decided already
 */
export async function decide(
  tx: PoolClient,
  run: number,
  { organization, reason }: Decision,
  by: string,
): Promise<{ name: string; detail: string }> {
  const found = (await readDoubled(tx, run)).filter((one) => one.organization === organization);
  const open = found.filter((one) => one.reason === null);
  if (open.length === 0)
    throw conflict(
      found.length === 0
        ? `No other run charges GitHub Copilot of ${organization} for this month.`
        : 'Somebody has decided on this already.',
    );
  const others = [...new Set(open.map((one) => one.other_run))];
  await tx.query(
    `INSERT INTO billing_copilot_decisions (run_id, other_run, organization, reason, decided_by)
     SELECT $1, other, $3, $4, $5 FROM unnest($2::integer[]) AS given(other)`,
    [run, others, organization, reason, by],
  );
  const what = organization === '*' ? 'GitHub Copilot' : `GitHub Copilot of ${organization}`;
  const runs = others.map((other) => `run ${other}`).join(' and ');
  return {
    name: `Charge ${what} although ${runs} ${others.length === 1 ? 'does' : 'do'} as well`,
    detail: reason,
  };
}
