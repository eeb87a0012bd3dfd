import type { PoolClient } from 'pg';
import { MOST_MENTIONED } from '#kernel/comments/comments.ts';
import { mentionsIn, plainWords } from '#kernel/comments/markdown.ts';
import { invalid } from '#kernel/errors.ts';
import type { Author } from '#kernel/history.ts';
import { members } from '#resources/members.ts';
import { escapeLike } from '#server/engine/lists/filters.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { GREETING, type Outbox } from '#server/platform/mail/outbox.ts';
import type { Commented } from './subjects.ts';

/**
 * The members whom a text mentions. An address that is no member's is text, and so is that of a member who gets no mail of the
 * community.
 * @throws {Refusal} 422 for too many
 */
export async function mentionedMembers(tx: PoolClient, text: string): Promise<Author[]> {
  const emails = mentionsIn(text);
  if (emails.length === 0) return [];
  if (emails.length > MOST_MENTIONED) {
    const message = `Comment mentions ${emails.length} people; each of them would get a mail. Mention at most ${MOST_MENTIONED}.`;
    throw invalid([{ field: 'text', message }]);
  }
  const { rows } = await tx.query<Author>({
    name: 'mentioned-members',
    text: `SELECT lower(btrim(email)) AS email, name FROM ${members.name}
      WHERE lower(btrim(email)) = ANY ($1) AND NOT blacklist ORDER BY 1`,
    values: [emails],
  });
  return rows;
}

/** So many are offered while one types. */
const MOST_OFFERED = 8;

/**
 * The members who can be mentioned, by a part of their name or address; those whose names begin with it come first. What is
 * behind the @ is the same in most addresses, and looked at once it is needed.
 */
export async function findMembers(db: Runner, part: string): Promise<Author[]> {
  const sought = escapeLike(part.trim());
  const { rows } = await db.query<Author>({
    name: 'mentionable-members',
    text: `SELECT lower(btrim(email)) AS email, name FROM ${members.name}
      WHERE NOT blacklist AND (lower(name) LIKE lower($1)
        OR lower(CASE WHEN $1 LIKE '%@%' THEN email ELSE split_part(email, '@', 1) END) LIKE lower($1))
      ORDER BY lower(name) NOT LIKE lower($2), lower(name), 1 LIMIT ${MOST_OFFERED}`,
    values: [`%${sought}%`, `${sought}%`],
  });
  return rows;
}

interface MentionParts {
  outbox: Outbox;
  publicUrl: string;
}

/**
 * Mails members that a comment mentions them, in the transaction of the comment. Of something that not everybody sees the mail
 * says only where the comment is: which rights a member has is known once they sign in.
 */
export async function mailMentioned(
  tx: PoolClient,
  { outbox, publicUrl }: MentionParts,
  mentioned: readonly Author[],
  { called, path, isForAll }: Commented,
  text: string,
  { actor, requestId }: Who,
): Promise<void> {
  const writer = actor.name ?? actor.email;
  const what = isForAll ? `a comment on ${called}` : 'a comment';
  // What somebody typed as a name is no second line of a subject.
  const subject = `${writer} mentioned you in ${what}`.replaceAll(/\p{Cc}+/gu, ' ');
  const said = isForAll ? [`${writer} mentioned you in ${what}:`, '', plainWords(text)] : [`${subject}.`];
  const body = [GREETING, '', ...said, '', `${publicUrl}${path}`, '', 'Skyledger', ''].join('\n');
  for (const { email } of mentioned)
    await outbox.put(tx, {
      to: email,
      subject,
      text: body,
      files: [],
      createdBy: actor.email,
      requestId,
    });
}
