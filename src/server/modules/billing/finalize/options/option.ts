import type { PoolClient } from 'pg';
import { notFound } from '#kernel/errors.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { BillingParts } from '../../runs/parts.ts';

/** The run that is finalized, as options need it. */
export interface FinalizedRun {
  id: number;
  provider: string;
  /** YYYY-MM-DD, the first day of the month that is charged. */
  month: string;
  file_name: string;
  /** Who finalizes it. */
  by: { email: string; name: string | null };
  requestId: string;
}

/** The result of an option, with a sentence for people. */
export interface OptionDone {
  state: 'done' | 'skipped';
  note: string | null;
}

/** The last part of an option: it commits together with the note that the option is done, so it happens once. */
export type KeepOption = (tx: PoolClient) => Promise<OptionDone>;

/**
 * Does the work of an option, and returns its last part. The work before that may be begun several times, since
 * processes die: it must come to the same however often it is done. A Refusal with a status below 500 is final;
 * everything else is tried again.
 */
export type FinalizeOption = (
  parts: BillingParts,
  run: FinalizedRun,
  signal: AbortSignal,
) => Promise<KeepOption>;

/** Why an option cannot be done here, whatever the run; null where it can. */
export type LackOf = (config: Config) => string | null;

/** YYYY-MM of the month that is charged. */
export const monthOf = ({ month }: Pick<FinalizedRun, 'month'>): string => month.slice(0, 7);

/** A run with who finalizes it. @throws {Refusal} 404 */
export async function finalizedRun(
  runner: Runner,
  id: number,
  who: Pick<FinalizedRun, 'by' | 'requestId'>,
): Promise<FinalizedRun> {
  const { rows } = await runner.query<Pick<FinalizedRun, 'provider' | 'month' | 'file_name'>>({
    text: 'SELECT provider, month, file_name FROM billing_runs WHERE id = $1',
    values: [id],
  });
  if (!rows[0]) throw notFound(`Billing run ${id}`);
  const { by, requestId } = who;
  return { id, by: { email: by.email, name: by.name }, requestId, ...rows[0] };
}
