import type { AnswerOf } from '#calls/call.ts';
import type { previewUndo, undoChanges, UndoDone, UndoPreview } from '#calls/undo.ts';
import { grouped, listed } from '#kernel/written.ts';
import { api, newIntent } from '#web/data/client.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import { resultOf, type OnProgress } from '../bulk/selection-calls.ts';
import { UNDO_WAITS } from '../peer-review/notice-waits.ts';

/** What of changes would be taken back, and what stays. @throws {ApiError} 409 where nothing is left of them */
export const previewOfUndo = async (changes: readonly number[]): Promise<UndoPreview> =>
  (
    await api.post<AnswerOf<typeof previewUndo>>(
      '/activity/undo_preview',
      { changes },
      { intent: newIntent() },
    )
  ).data;

/** Has changes taken back by a job; answers the job as it begins. @throws {ApiError} where nothing is left to be taken back */
export const beginTakingBack = async (
  changes: readonly number[],
  intent: string,
): Promise<AnswerOf<typeof undoChanges>['data']['job']> =>
  (await api.post<AnswerOf<typeof undoChanges>>('/activity/undo', { changes }, { intent })).data.job;

/** Takes changes back by a job; answers what it did. @throws {ApiError} where nothing was taken back */
export async function takeChangesBack(
  changes: readonly number[],
  intent: string,
  onProgress: OnProgress = () => undefined,
): Promise<UndoDone> {
  const { id, progress } = await beginTakingBack(changes, intent);
  onProgress(progress, id);
  return resultOf<UndoDone>(id, onProgress);
}

const WAYS = [
  ['deleted', 'deleted'],
  ['changed', 'changed back'],
  ['restored', 'restored'],
] as const;

/** '2 departments will be deleted and 1 department will be changed back' */
export const willBe = (plan: UndoPreview): string => parts(plan, () => 'will be');

/** The same once it is done. */
const haveBeen = (done: UndoDone): string => parts(done, (count) => (count === 1 ? 'has been' : 'have been'));

const parts = ({ models }: Pick<UndoPreview, 'models'>, verb: (count: number) => string): string =>
  listed(
    models.flatMap(({ noun: [one, many], ...counts }) =>
      WAYS.filter(([what]) => counts[what] > 0).map(([what, word]) => {
        const count = counts[what];
        return `${grouped(count)} ${count === 1 ? one : many} ${verb(count)} ${word}`;
      }),
    ),
  );

/** '1 stays as it is:', of what is not taken back. */
export const staysWords = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}`;

/** So many that stay are named in a notice. */
const NAMED = 3;

/** What a notice says of an undo that is done, with what it has left. */
export function undoneWords(done: UndoDone): string | Outcome {
  if (done.waits !== undefined)
    return { title: UNDO_WAITS, reason: 'A second person has to approve it. Nothing is changed before.' };
  const title = `${haveBeen(done)}!`;
  if (done.left_total === 0) return title;
  const named = done.left.slice(0, NAMED).map(({ name, error }) => `${name}: ${error}`);
  return { title, reason: [`${staysWords(done.left_total)}.`, ...named].join(' ') };
}

/** The changes that the result of a job names, by which it is taken back; none where it has no way back. */
export function changesOfResult(result: Record<string, unknown> | null): readonly number[] {
  const changes = result?.['changes'];
  return Array.isArray(changes) ? changes.filter((id) => typeof id === 'number') : [];
}
