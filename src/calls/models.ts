import { z } from 'zod';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { inputJsonSchema } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { defineCall } from './call.ts';
import { doneBy, historyEntry } from './history.ts';
import { changeOf, creationOf, recordOf, recordParams } from './records.ts';
import { thatMayWait } from './peer-review.ts';
import { byOwnRows, pageMembers, pageMeta } from './shapes.ts';

/*
 * The calls that a model with a table has, as its declaration says. Which of them are served, its actions and its history decide.
 */

const pageQuery = z.strictObject(pageMembers);
const history = z.array(historyEntry);
/** A body that counts for nothing: a record is deleted and comes back as it is. */
const ignored = z.looseObject({});

const deletedRecords = z.array(z.object({ id: z.int(), title: z.string().describe('Title'), ...doneBy }));

/** The members of each call about a model. */
const about = ({ name, label: [, many] }: Resource) => ({ tag: many, topic: name }) as const;

/** The calls that read single records, and what became of them. */
export function readingCalls(resource: Resource) {
  const [one, many] = resource.label;
  const path = resourcePath(resource.name);
  const reads = {
    ...about(resource),
    method: 'GET',
    right: { model: resource.name, action: 'read' },
  } as const;
  return {
    read: defineCall({
      ...reads,
      ...byOwnRows(resource),
      path: `${path}/:id`,
      summary: `Read one ${one}`,
      success: one,
      refusals: [404],
      params: recordParams(resource),
      data: recordOf(resource),
    }),
    history: defineCall({
      ...reads,
      ...byOwnRows(resource),
      path: `${path}/:id/history`,
      summary: `Who changed what of one ${one}`,
      success: 'The newest change first',
      refusals: [404],
      params: recordParams(resource),
      query: pageQuery,
      data: history,
      meta: pageMeta,
    }),
    deleted: defineCall({
      ...reads,
      path: `${path}/deleted`,
      summary: `${many} that were deleted and can be restored`,
      success: 'The newest first',
      query: pageQuery,
      data: deletedRecords,
      meta: pageMeta,
    }),
  };
}

/** The calls that change single records. Their fields are checked by the declaration, and by what the model does beside it. */
export function changingCalls(resource: Resource) {
  const [one] = resource.label;
  const { name: model } = resource;
  const path = resourcePath(model);
  const changes = { ...about(resource), data: recordOf(resource) } as const;
  const ofOne = { ...changes, path: `${path}/:id`, params: recordParams(resource) } as const;
  const wrapper = [...new Set([resource.singular, model])];
  const update = {
    ...ofOne,
    wrapper,
    zoned: true,
    right: { model, action: 'update' },
    success: `The ${one} as it is now`,
    refusals: [404, 409, 422],
    body: changeOf(resource),
    needsBody: true,
    checksBody: 'handler',
    reasoned: true,
    ...thatMayWait(resource, changes.data),
  } as const;
  return {
    create: defineCall({
      ...changes,
      wrapper,
      zoned: true,
      method: 'POST',
      path,
      right: { model, action: 'create' },
      summary: `Add one ${one}`,
      success: `The new ${one}`,
      status: 201,
      refusals: [409, 422],
      body: creationOf(resource),
      needsBody: true,
      checksBody: 'handler',
      reasoned: true,
    }),
    update: defineCall({ ...update, method: 'PUT', summary: `Change the given fields of one ${one}` }),
    patch: defineCall({
      ...update,
      method: 'PATCH',
      summary: `Change the given fields of one ${one} (as PUT)`,
    }),
    remove: defineCall({
      ...ofOne,
      method: 'DELETE',
      right: { model, action: 'delete' },
      summary: `Delete one ${one}`,
      success: `The deleted ${one}`,
      body: ignored,
      refusals: [404, 409, ...(hasReview(resource) ? [422] : [])],
      reasoned: true,
    }),
    restore: defineCall({
      ...ofOne,
      method: 'POST',
      path: `${path}/:id/restore`,
      // Who may delete may take that back, also where new records come from elsewhere.
      right: { model, action: 'delete' },
      summary: `Bring a deleted ${one} back`,
      success: `The ${one} as it was`,
      body: ignored,
      refusals: [404, 409, 422],
      reasoned: true,
    }),
  };
}

/** The body of a call about several records: `{ records: [{ id, … }] }`. @param fields what may be given beside an id */
const recordsGiven = (fields: Readonly<Record<string, object>>) =>
  z.object({
    records: z
      .array(
        z.looseObject({ id: z.int() }).meta({
          properties: { id: { type: 'integer', minimum: 1 }, ...fields },
          additionalProperties: false,
        }),
      )
      .min(1)
      .max(MOST_AT_ONCE),
  });

/** The calls that change several records at once. */
export function bulkCalls(resource: Resource) {
  const [, many] = resource.label;
  const { name: model } = resource;
  const path = resourcePath(model);
  const several = {
    ...about(resource),
    method: 'POST',
    weight: 'limited',
    success: 'The records, in the same order',
    refusals: [404, 409, 422],
    needsBody: true,
    checksBody: 'handler',
    reasoned: true,
    data: z.array(recordOf(resource)),
  } as const;
  const { properties } = inputJsonSchema(resource, 'update') as { properties: Record<string, object> };
  return {
    update: defineCall({
      ...several,
      path: `${path}/bulk_update`,
      right: { model, action: 'update' },
      ...thatMayWait(resource, several.data),
      summary: `Change several ${many} at once, all or none`,
      body: recordsGiven(properties),
    }),
    remove: defineCall({
      ...several,
      path: `${path}/bulk_delete`,
      right: { model, action: 'delete' },
      summary: `Delete several ${many} at once, all or none`,
      body: recordsGiven({ lock_version: { type: 'integer', minimum: 1, maximum: MAX_ID } }),
    }),
    restore: defineCall({
      ...several,
      path: `${path}/bulk_restore`,
      right: { model, action: 'delete' },
      summary: `Bring several deleted ${many} back, all or none`,
      body: recordsGiven({}),
    }),
  };
}
