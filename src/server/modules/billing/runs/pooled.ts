import { POOL } from '#kernel/billing/places.ts';

/** Whether an account is what a pool of the rules took, or a part of it, and none of a bill, as SQL. */
export const isPoolIn = (column: string): string => `coalesce(starts_with(${column}, '${POOL}'), false)`;

/** Joins to lines, or to sums of them by account, kind, service and tags, the pool `q` that took them. */
export const takenByPool = (
  lines: string,
): string => `LEFT JOIN billing_pooled q ON q.run_id = ${lines}.run_id AND q.invoice = ${lines}.invoice
  AND q.account = ${lines}.account AND q.kind = ${lines}.kind AND q.service = coalesce(${lines}.service, '')
  AND q.pool_tags = coalesce(${lines}.pool_tags, 0) AND NOT q.moved`;

/** Who bears such lines, as `billing_shares` has it in the place of an account: the pool, else their account. */
export const bearerOf = (lines: string): string => `coalesce(q.bearer, ${lines}.account)`;
