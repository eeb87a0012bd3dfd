import { infiniteQueryOptions } from '@tanstack/react-query';
import { addComment, changeComment, deleteComment, listComments, type Comment } from '#calls/comments.ts';
import { change, fetchWhole } from '#web/data/call.ts';
import { COMMENTS, pauseOf } from '#web/data/work.ts';

/** How many comments are fetched at a time. */
const PAGE = 20;
/** How often they are looked at while no events of changes arrive. */
const IDLE_MS = 15_000;

/** Something with comments: a record of a model, or a billing run. */
export interface Subject {
  model: string;
  id: number;
}

/** The comments on something in the order in which they were written; older ones are fetched page by page. */
export function commentsQuery({ model, id }: Subject) {
  return infiniteQueryOptions({
    queryKey: [COMMENTS, model, id],
    queryFn: ({ signal, pageParam: page }) =>
      fetchWhole(listComments, { by_model: model, by_record: id, page, per_page: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { total } }, pages) =>
      pages.length * PAGE < total ? pages.length + 1 : undefined,
    refetchInterval: () => pauseOf(false, IDLE_MS),
    select: ({ pages }) => ({
      // A comment that came while older ones were fetched has moved one of them to the next page.
      comments: [
        ...new Map(pages.flatMap(({ data }) => data.map((one) => [one.id, one] as const))).values(),
      ].toReversed(),
      total: pages[0]?.meta.total ?? 0,
      mayWrite: pages[0]?.meta.may_write ?? false,
    }),
  });
}

/** Sends a new comment. */
export const sendComment = ({ model, id }: Subject, text: string, intent: string): Promise<Comment> =>
  change(addComment, { model, record_id: id, text }, intent);

/** Sends another text of a comment. */
export const sendText = (
  { id, lock_version }: Pick<Comment, 'id' | 'lock_version'>,
  text: string,
  intent: string,
): Promise<Comment> => change(changeComment, { id, text, lock_version }, intent);

/** Deletes a comment. */
export const sendDeletion = ({ id }: Pick<Comment, 'id'>): Promise<Comment> => change(deleteComment, { id });
