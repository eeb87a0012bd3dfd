import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Comment } from '#calls/comments.ts';
import { formatLongMoment } from '#web/ui/moments.ts';
import { useHint } from '#web/ui/use-hint.tsx';
import { ChangedComment } from './comment-form.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { sinceWords } from './since.ts';
import classes from './comments.module.css';

interface CommentEntryProps {
  comment: Comment;
  /** The moment that is now. */
  now: number;
  /** Asks at what was pressed, and deletes it. */
  onDelete: (at: HTMLElement, comment: Comment) => void;
}

/** A comment with who wrote it and when; of a deleted one, who deleted it. */
export function CommentEntry({ comment, now, onDelete }: CommentEntryProps) {
  const [changing, setChanging] = useState(false);
  const { by, deleted, created_at: at, changed_at: changedAt, text, mentions } = comment;
  const writer = by.name ?? by.email;
  const when = useHint(
    changedAt === null
      ? formatLongMoment(at)
      : `${formatLongMoment(at)}, changed on ${formatLongMoment(changedAt)}`,
  );
  if (deleted || text === null)
    return (
      <li className={classes.entry} data-deleted>
        <p className={classes.gone}>
          A comment by {writer} was deleted by {deleted?.by.name ?? deleted?.by.email}
          {deleted && <> on {formatLongMoment(deleted.at)}</>}.
        </p>
      </li>
    );
  return (
    <li className={classes.entry}>
      <p className={classes.head}>
        <strong title={by.email}>{writer}</strong>
        <button type="button" className={classes.when} data-read {...when.props}>
          <time dateTime={at}>{sinceWords(at, now)}</time>
          {changedAt !== null && ', changed'}
        </button>
        {when.hint}
      </p>
      {changing ? (
        <ChangedComment comment={comment} onClose={() => setChanging(false)} />
      ) : (
        <>
          <MarkdownText text={text} mentions={mentions} />
          <Group gap={4} className={classes.commands}>
            {comment.may_change && (
              <Button size="compact-xs" variant="subtle" onClick={() => setChanging(true)}>
                Edit
              </Button>
            )}
            {comment.may_delete && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={({ currentTarget }) => onDelete(currentTarget, comment)}
              >
                Delete
              </Button>
            )}
          </Group>
        </>
      )}
    </li>
  );
}
