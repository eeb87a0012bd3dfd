import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  addComment as addCommentCall,
  changeComment,
  deleteComment,
  findMentionable,
  listComments,
  type Comment,
} from '#calls/comments.ts';
import { mentionsIn } from '#kernel/comments/markdown.ts';
import { conflict, notFound, Refusal } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serve, serveChange, serveWhole } from '#server/platform/http/serve.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { can } from '#server/policies/roles.ts';
import { findMembers, mailMentioned, mentionedMembers } from './mentions.ts';
import {
  addComment,
  commentsOn,
  lockComment,
  markDeleted,
  noteMentioned,
  setText,
  type StoredComment,
} from './store.ts';
import { subjectsOf, type Commented, type Subject } from './subjects.ts';

/** Each may mail some people. */
const limits = fairUse({ atOnce: 4, perMinute: 60, noun: 'comments' });

interface CommentParts {
  db: Database;
  services: EngineServices;
  outbox: Outbox;
  publicUrl: string;
  /** Who is mentioned may be somebody who sees only what is theirs: the mail then says nothing of what is commented. */
  hasOwners: boolean;
  /** What has comments beside the models, by the name that comments have of it. */
  others: Readonly<Record<string, Subject>>;
}

type Subjects = (name: string) => Subject;

/** The comments on records, and on what is no model. */
export async function registerComments(app: FastifyInstance, parts: CommentParts): Promise<void> {
  const { db, services, others } = parts;
  const subjectOf = subjectsOf(services, others);
  await app.register(async (scope) => {
    const door = openDoor(scope, services, { heavy: limits });
    serveWhole(door, listComments, async ({ query, actor, request }) => {
      const { by_model: model, by_record: record, ...page } = query;
      const { isThere } = await subjectOf(model).read(db, request, record);
      const { rows, total } = await commentsOn(db, model, record, page);
      const mayWrite = isThere && can(actor, 'write_comments');
      const data = rows.map((row) => present(row, actor, isThere));
      return { data, meta: { total, ...page, may_write: mayWrite } };
    });
    serve(door, findMentionable, ({ query: { q } }) => findMembers(db, q));
    serveChanges(door, parts, subjectOf);
    refuseOtherMethods(scope, `/api${listComments.path}`, ['GET', 'POST']);
    refuseOtherMethods(scope, `/api${findMentionable.path}`, ['GET']);
    refuseOtherMethods(scope, `/api${changeComment.path}`, ['PUT', 'DELETE']);
  });
}

function serveChanges(door: Door, parts: CommentParts, subjectOf: Subjects): void {
  const { outbox } = parts;
  const around = async <T>(change: () => Promise<T>): Promise<T> => {
    const answer = await change();
    outbox.wake();
    return answer;
  };

  serveChange(
    door,
    addCommentCall,
    async (tx, { body: { model, record_id: record, text }, actor, request }) => {
      const subject = subjectOf(model);
      const commented = await readHeld(tx, subject, request, record);
      const who = requesterOf(request, actor);
      const id = await addComment(tx, actor, { model, record_id: record, text });
      await subject.note(tx, record, { action: 'comment', to: text }, who);
      const mentioned = await mailNew(tx, parts, { commented, text, known: [] }, request, actor);
      return present(await noteMentioned(tx, id, mentioned), actor);
    },
    around,
  );

  serveChange(
    door,
    changeComment,
    async (tx, { params: { id }, body: { text, lock_version: version }, actor, request }) => {
      const { comment, subject, commented } = await demandComment(tx, subjectOf, request, id);
      if (comment.by_email !== actor.email)
        throw new Refusal(403, 'This comment is somebody else’s: only who wrote it can change it.');
      if (version !== null && version !== comment.lock_version)
        throw conflict(
          'You changed this comment elsewhere meanwhile. Open the page again, and change it then.',
        );
      if (text === comment.text) return present(comment, actor);
      await setText(tx, id, text);
      const who = requesterOf(request, actor);
      const change = { action: 'change_comment', from: comment.text, to: text } as const;
      await subject.note(tx, comment.record_id, change, who);
      const mentioned = await mailNew(
        tx,
        parts,
        { commented, text, known: comment.mentioned },
        request,
        actor,
      );
      return present(await noteMentioned(tx, id, mentioned), actor);
    },
    around,
  );

  serveChange(door, deleteComment, async (tx, { params: { id }, actor, request }) => {
    const { comment, subject } = await demandComment(tx, subjectOf, request, id);
    if (comment.by_email !== actor.email) parts.services.demand(actor, 'delete_comments_of_all');
    const change = { action: 'delete_comment', from: comment.text } as const;
    await subject.note(tx, comment.record_id, change, requesterOf(request, actor));
    return present(await markDeleted(tx, id, actor), actor);
  });
}

/** What is commented, which stays until the transaction ends. @throws {Refusal} 403, 404 */
async function readHeld(
  tx: PoolClient,
  subject: Subject,
  request: FastifyRequest,
  id: number,
): Promise<Commented> {
  const commented = await subject.read(tx, request, id);
  await subject.hold(tx, id);
  return commented;
}

/** A comment on something that the person may read. @throws {Refusal} 403, 404 */
async function demandComment(tx: PoolClient, subjectOf: Subjects, request: FastifyRequest, id: number) {
  const comment = await lockComment(tx, id);
  if (!comment) throw notFound(`Comment ${id}`);
  const subject = subjectOf(comment.model);
  const commented = await readHeld(tx, subject, request, comment.record_id);
  return { comment, subject, commented };
}

interface Written {
  commented: Commented;
  text: string;
  /** Those whom this comment mentioned before. */
  known: StoredComment['mentioned'];
}

/** Mails the members whom a text mentions and this comment never did before, but for its writer; answers whom it mentions anew. */
async function mailNew(
  tx: PoolClient,
  parts: CommentParts,
  { commented, text, known }: Written,
  request: FastifyRequest,
  actor: Actor,
) {
  const mentioned = await mentionedMembers(tx, text);
  const fresh = mentioned.filter(({ email }) => !known.some((one) => one.email === email));
  const others = fresh.filter(({ email }) => email !== actor.email);
  const isForAll = commented.isForAll && !parts.hasOwners;
  await mailMentioned(tx, parts, others, { ...commented, isForAll }, text, requesterOf(request, actor));
  return fresh;
}

/** A comment as it is answered to a person. Of a deleted one it has nothing but that it was there. */
function present(stored: StoredComment, actor: Actor, isThere = true): Comment {
  const { id, model, record_id, created_at, changed_at, lock_version, deleted_at, deleted_by_email } = stored;
  const isDeleted = deleted_at !== null && deleted_by_email !== null;
  const isOwn = stored.by_email === actor.email;
  const said = new Set(isDeleted ? [] : mentionsIn(stored.text));
  return {
    id,
    model,
    record_id,
    text: isDeleted ? null : stored.text,
    by: { email: stored.by_email, name: stored.by_name },
    created_at,
    changed_at,
    deleted: isDeleted
      ? { at: deleted_at, by: { email: deleted_by_email, name: stored.deleted_by_name } }
      : null,
    mentions: stored.mentioned.filter(({ email }) => said.has(email)),
    lock_version,
    may_change: isThere && !isDeleted && isOwn && can(actor, 'write_comments'),
    may_delete: isThere && !isDeleted && (isOwn || can(actor, 'delete_comments_of_all')),
  };
}
