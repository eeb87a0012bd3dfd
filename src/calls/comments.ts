import { z } from 'zod';
import { commentFields, MOST_MENTIONED } from '#kernel/comments/comments.ts';
import { defineCall } from './call.ts';
import { fieldGiven, versionGiven } from './fields.ts';
import { author } from './history.ts';
import { idGiven, idOf, moment, pageMembers, pageMeta, queryId, searchText } from './shapes.ts';

/*
 * What people say about records and billing runs. Who may read a record reads its comments, and nobody else does.
 */

const OF_COMMENTS = { tag: 'Comments', topic: 'comments', wrapper: ['comment', 'comments'] } as const;
const WRITTEN = { right: 'write_comments', weight: 'limited' } as const;

const comment = z
  .object({
    id: z.int(),
    model: z.string().describe('The model of the record, or billing_runs'),
    record_id: z.int(),
    text: z.string().nullable().describe('Markdown, as it was typed; null where it was deleted.'),
    by: author,
    created_at: moment,
    changed_at: moment.nullable().describe('When its writer changed it last'),
    deleted: z.object({ at: moment, by: author }).nullable(),
    mentions: z.array(author).describe('The members whom its text mentions'),
    lock_version: z.int(),
    may_change: z.boolean().describe('Whether the person may change its text.'),
    may_delete: z.boolean().describe('Whether the person may delete it.'),
  })
  .meta({ id: 'comment', title: 'Comment' });
/** A comment, as it is answered to somebody. */
export type Comment = z.output<typeof comment>;

const text = fieldGiven('text', commentFields.text).describe(
  `In Markdown, without HTML. A member is mentioned by @ and their address, and mailed once for the comment; at most ${MOST_MENTIONED}.`,
);
const params = z.strictObject({ id: idOf('Comment') });

/** The comments on a record. */
export const listComments = defineCall({
  ...OF_COMMENTS,
  method: 'GET',
  path: '/comments',
  right: 'see_records',
  summary: 'List the comments on a record or a billing run',
  description: 'Those on a record that was deleted are there as long as its history is.',
  success: 'The newest first',
  refusals: [404],
  query: z.strictObject({
    by_model: z
      .string('The parameter by_model must be given.')
      .describe('The model of the record, or billing_runs.'),
    by_record: queryId.describe('The id of the record.'),
    ...pageMembers,
  }),
  data: z.array(comment),
  meta: pageMeta.extend({ may_write: z.boolean().describe('Whether the person may comment.') }),
});

/** Finds members who can be mentioned. */
export const findMentionable = defineCall({
  ...OF_COMMENTS,
  method: 'GET',
  path: '/comments/people',
  right: 'write_comments',
  summary: 'Find members who can be mentioned in a comment',
  success: 'The first of them by name',
  query: z.strictObject({ q: searchText.describe('A part of the name or the address.') }),
  data: z.array(author),
});

/** Comments on a record. */
export const addComment = defineCall({
  ...OF_COMMENTS,
  ...WRITTEN,
  method: 'POST',
  path: '/comments',
  summary: 'Comment on a record or a billing run',
  success: 'The comment',
  status: 201,
  refusals: [404, 422],
  body: z.strictObject({
    model: z
      .string('must be the model of a record, or billing_runs.')
      .describe('The model of the record, or billing_runs'),
    record_id: idGiven('must be the id of a record.'),
    text,
  }),
  data: comment,
});

/** Changes the text of one's own comment. */
export const changeComment = defineCall({
  ...OF_COMMENTS,
  ...WRITTEN,
  method: 'PUT',
  path: '/comments/:id',
  summary: 'Change one’s own comment',
  description: 'Members whom it mentioned before are not mailed again.',
  success: 'As it is now',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({ text, lock_version: versionGiven }),
  data: comment,
});

/** Deletes a comment. */
export const deleteComment = defineCall({
  ...OF_COMMENTS,
  ...WRITTEN,
  method: 'DELETE',
  path: '/comments/:id',
  summary: 'Delete one’s own comment, or with the right to it that of somebody else',
  description: 'That it was there stays, and its text in the history of the record.',
  success: 'What is left of it',
  refusals: [404],
  params,
  data: comment,
});
