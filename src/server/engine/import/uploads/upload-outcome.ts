import type { JobOutcome } from '#kernel/work.ts';
import type { StoredFile } from '#server/platform/files/store.ts';
import type { FileProblems } from '../problems.ts';
import { placeOf, reasonOf } from '../refused-rows.ts';
import type { UploadResult } from './upload-work.ts';
import type { ModelOutcome } from '../whole-file.ts';

/** Beyond these the file of the refused rows has them. */
const MOST_SHOWN = 10;

/** The counts of a file, such as 3 of 'Rows added'; of a plan those that would be. */
export function countsOf(result: UploadResult): JobOutcome['counts'] {
  const {
    models,
    refused,
    dry_run: planned,
  } = result as unknown as {
    models: ModelOutcome[];
    refused?: number;
    dry_run?: true;
  };
  const would = planned ? 'that would be ' : '';
  const counts = models.flatMap(({ label, created, updated, unchanged }) => {
    const what = models.length > 1 ? `${label}: rows` : 'Rows';
    return [
      { label: `${what} ${would}added`, count: created.length },
      { label: `${what} ${would}updated`, count: updated.length },
      { label: `${what} that say nothing new`, count: unchanged },
    ];
  });
  return refused === undefined ? counts : [...counts, { label: `Rows ${would}refused`, count: refused }];
}

/** The outcome of the job of an upload, as people read it; `file` has all that is wrong. */
export const outcomeOfUpload = (
  counts: JobOutcome['counts'],
  problems: FileProblems,
  file: StoredFile | null,
): JobOutcome => ({
  counts,
  problems: problems
    .first(MOST_SHOWN)
    .map((problem) => ({ place: placeOf(problem), message: reasonOf(problem) })),
  problem_total: problems.total,
  file: file && { id: file.id, name: file.name, size: file.size },
});
