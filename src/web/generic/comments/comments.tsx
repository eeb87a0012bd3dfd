import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Comment } from '#calls/comments.ts';
import { ApiError } from '#web/data/client.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { Card } from '#web/ui/card.tsx';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import { ConfirmPopover } from '#web/ui/dialogs/late-confirm-popover.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { loadOf } from '../use-load.ts';
import { commentsQuery, sendDeletion, type Subject } from './comment-calls.ts';
import { CommentEntry } from './comment-entry.tsx';
import { NewComment } from './comment-form.tsx';
import classes from './comments.module.css';

const MINUTE_MS = 60_000;

/** What people say about a record or a billing run; nothing for who sees only what is theirs. */
export function Comments(subject: Subject) {
  return useOwnRows() ? null : <CommentsCard {...subject} />;
}

/** The comments, the newest last, and the box for one more. */
function CommentsCard({ model, id }: Subject) {
  const result = useInfiniteQuery(commentsQuery({ model, id }));
  const list = useRef<HTMLOListElement>(null);
  const { ask, question } = useDeletion(list);
  useFreshHistory({ model, id }, result.data?.comments);
  // What was fetched last may be newer than the clock says.
  const now = Math.max(useNow(), result.dataUpdatedAt);
  return (
    <Card title="Comments">
      <Loaded load={loadOf(result)} failed="The comments could not be loaded" height={96}>
        {({ comments, total, mayWrite }) => (
          <div className={classes.comments}>
            {result.hasNextPage && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={result.isFetchingNextPage}
                onClick={() => void result.fetchNextPage()}
              >
                Show older comments ({total - comments.length} more)
              </Button>
            )}
            {comments.length === 0 ? (
              <p className={classes.nothing}>
                No comment yet.{mayWrite && ' Write what others should know about it.'}
              </p>
            ) : (
              <ol ref={list} className={classes.list} tabIndex={-1} aria-label="Comments">
                {comments.map((comment) => (
                  <CommentEntry key={comment.id} comment={comment} now={now} onDelete={ask} />
                ))}
              </ol>
            )}
            {mayWrite && <NewComment key={`${model} ${id}`} subject={{ model, id }} />}
          </div>
        )}
      </Loaded>
      <Suspense>{question}</Suspense>
    </Card>
  );
}

/** Has the history of the record fetched anew when comments have come or changed: it has a line for each. */
function useFreshHistory({ model, id }: Subject, comments: readonly Comment[] | undefined): void {
  const queries = useQueryClient();
  const seen = useRef<string | null>(null);
  const versions = comments?.map(({ id: one, lock_version: version }) => `${one}.${version}`).join(' ');
  useEffect(() => {
    if (versions === undefined) return;
    if (seen.current !== null && seen.current !== versions)
      void queries.invalidateQueries({ queryKey: [model, 'history', id] });
    seen.current = versions;
  }, [queries, model, id, versions]);
}

/** The moment that is now, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Asks before a comment is deleted; the focus then goes to the list, since what was pressed is gone. */
function useDeletion(list: { current: HTMLElement | null }) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const remove = async (comment: Comment) => {
    try {
      await sendDeletion(comment);
      noticeSuccess('The comment has been deleted!');
      await queries.invalidateQueries();
      list.current?.focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: 'The comment could not be deleted.', reason: error.message });
      void queries.invalidateQueries();
    }
  };
  const ask = (at: HTMLElement, comment: Comment) =>
    setQuestion({
      text: 'Delete this comment?',
      about: 'That it was there, and who deleted it, stays.',
      at,
      onYes: () => void remove(comment),
    });
  return {
    ask,
    question: question && <ConfirmPopover question={question} onClose={() => setQuestion(null)} />,
  };
}
