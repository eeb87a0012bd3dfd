import { z } from 'zod';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { defineCall } from './call.ts';
import { recordOf } from './records.ts';
import { thatMayWait } from './peer-review.ts';
import { asAWhole, idGiven } from './shapes.ts';

/*
 * Rows of a table that become records in one go: those with an id change a record, the others are new ones.
 */

const ROWS_WANTED = `must be a list of at most ${MOST_AT_ONCE} objects of fields, with id and lock_version where a record changes.`;
const GONE_WANTED = `must be a list of at most ${MOST_AT_ONCE} objects of an id and a lock_version.`;

const version = idGiven('');
const rows = asAWhole(
  z.array(z.looseObject({ id: version.optional(), lock_version: version.optional() })).max(MOST_AT_ONCE),
  ROWS_WANTED,
).describe('Field → value; id and lock_version where a record changes');

const said = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .describe('What is wrong, by field');

/** What a row would do; `before` and `after` are the record as it is and as it would be. */
const previewed = (resource: Resource) =>
  z.object({
    what: z.enum(['new', 'changed', 'same', 'refused']),
    before: recordOf(resource).nullable().describe('null for a new record'),
    after: recordOf(resource).nullable().describe('null where the row is refused'),
    sets: z
      .array(z.string())
      .describe('The given fields that are set; what only finds the record is none of them'),
    error: z.string().nullable().describe('Why it is refused'),
    errors: said,
  });
/** What one row would do, as every model's preview says it. */
export type RowPreview = z.infer<ReturnType<typeof previewed>>;

/** The calls of rows that are filled in or pasted: what they would do, and doing it. */
export function tableCalls(resource: Resource) {
  const {
    name: model,
    label: [, many],
  } = resource;
  const path = resourcePath(model);
  const changes = {
    tag: many,
    topic: model,
    method: 'POST',
    weight: 'limited',
    zoned: true,
    right: { model, action: 'update' },
    needsBody: true,
  } as const;
  return {
    preview: defineCall({
      ...changes,
      path: `${path}/preview_rows`,
      keyless: true,
      summary: `See what rows of a table would change of ${many}`,
      description:
        'Nothing is changed. A row without an id is the record that its unique fields name, or a new one where they name none.',
      success: 'What each row would do, in the same order',
      refusals: [422],
      body: z.strictObject({ records: rows }),
      data: z.array(previewed(resource)),
    }),
    save: defineCall({
      ...changes,
      path: `${path}/save_rows`,
      reasoned: true,
      ...thatMayWait(resource, z.array(recordOf(resource))),
      summary: `Add and change ${many} at once, all or none`,
      description:
        'Rows with an id change that record, rows without one are new records. What is named in remove is deleted first, which takes new ones back.',
      success: 'The records, in the same order',
      refusals: [404, 409, 422],
      body: z.strictObject({
        records: rows,
        remove: asAWhole(
          z.array(z.strictObject({ id: version, lock_version: version })).max(MOST_AT_ONCE),
          GONE_WANTED,
        ).optional(),
      }),
      data: z.array(recordOf(resource)),
    }),
  };
}
