import type { Reviewed } from '#calls/review.ts';
import type { Begun } from '#calls/runs.ts';
import { messages } from '#resources/messages.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { grouped } from '#kernel/written.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { runAddress } from '../billing.ts';
import type { Answer } from '../calls.ts';

/** Whether the file of a run came before: it is known by its content. */
const isKnown = ({ job, billing_run: { state } }: Begun): boolean =>
  job === null || job.finished_at !== null || state !== 'processing';

/** Says that a file was taken, or that a run has it already, with the way to the run; `answer` is what was said of that run. */
export function noticeBegun(begun: Begun, answer: Answer | null = null): void {
  const { billing_run: run, job } = begun;
  if (answer === 'leave') {
    noticeSuccess({
      title: 'The file was left out.',
      reason: `Billing run ${run.id} is as it was.`,
      link: { label: `See billing run ${run.id}`, to: runAddress(run.id) },
    });
    return;
  }
  if (isKnown(begun)) {
    noticeSuccess({
      title: messages.dataSubmitted,
      reason: `The file is known already: billing run ${run.id} has it.`,
      link: { label: `See billing run ${run.id}`, to: runAddress(run.id) },
    });
    return;
  }
  if (job) followJob(job.id);
  noticeSuccess({
    title: messages.dataSubmitted,
    link: { label: `Follow billing run ${run.id}`, to: runAddress(run.id) },
  });
}

/** Says that a reviewed workbook was taken, or that what it changes waits to be accepted. */
export function noticeReviewed({ billing_run: { id }, job, differences }: Reviewed): void {
  const count = differences.length;
  if (job) followJob(job.id);
  noticeSuccess({
    title: messages.dataSubmitted,
    ...(count > 0 && {
      reason: `The workbook differs in ${grouped(count)} ${count === 1 ? 'posting' : 'postings'} from what was sent. Nothing is booked before that is accepted.`,
    }),
    link: { label: count > 0 ? `Look at billing run ${id}` : `Follow billing run ${id}`, to: runAddress(id) },
  });
}
