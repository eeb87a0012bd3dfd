import { z } from 'zod';
import type { Repair } from '#kernel/quality.ts';
import { defineCall } from './call.ts';

/*
 * The problems of records.
 */

const repair = z.object({
  label: z.string().describe('What it does'),
  field: z.string().describe('The field that it changes'),
  value: z.union([z.string(), z.boolean(), z.null()]).describe('What the field becomes.'),
  from: z.string().nullable().describe('The property of the row that the field is taken from.'),
}) satisfies z.ZodType<Repair>;

const count = z.object({
  model: z.string().describe('Model'),
  rule: z
    .string()
    .describe('The value of by_quality with which the list of the model has exactly these records'),
  label: z.string().describe('What is wrong with them'),
  advice: z.string().describe('How they are mended'),
  count: z.int(),
  repair: repair.nullable().describe('What mends them for certain; null where each has to be looked at.'),
});
/** How many records of a model break a rule; 0 where none does. */
export type QualityCount = z.output<typeof count>;

/** Counts what is wrong with the records that the person may see. */
export const countBroken = defineCall({
  method: 'GET',
  path: '/data_quality',
  right: 'see_records',
  weight: 'limited',
  topic: 'data quality',
  tag: 'Data quality',
  summary: 'Count the records that break a rule, by model and rule',
  description: 'Days are those of UTC. A count that takes longer than a second is kept for a minute.',
  success: 'Every rule of the models that you may see; a number may be 0',
  data: z.array(count),
  meta: z.object({ total: z.int() }),
});
