import { CLOUDS } from '#kernel/billing/runs.ts';
import { type JsonSchema, object, text } from '#server/platform/http/describe.ts';

export const cloud = { enum: [...CLOUDS, null] };

export const run = { $ref: 'billing_run#' };

/** The address of one run. */
export const runParams: JsonSchema = object({ id: text('The id of the run.') });
