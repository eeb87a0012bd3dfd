import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isJobUnderWay, type Job } from '#kernel/work.ts';
import { download } from '#web/data/client.ts';
import { formatBytes } from '#web/ui/bytes.ts';
import { grouped } from '#kernel/written.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { UndoButton } from '../undo/undo-button.tsx';
import { changesOfResult } from '../undo/undo-calls.ts';
import classes from './work.module.css';

interface JobOutcomeProps {
  job: Job;
  /** So many problems are named; the others are counted. */
  most: number;
}

/** The results of a job that has ended: the counts, the first problems, and the file of all of them. */
export function JobOutcome({ job, most }: JobOutcomeProps) {
  const { outcome, title } = job;
  if (!outcome || isJobUnderWay(job)) return null;
  const counts = outcome.counts.filter(({ count }) => count > 0);
  const problems = outcome.problems.slice(0, most);
  const more = outcome.problem_total - problems.length;
  const changes = job.state === 'done' ? changesOfResult(job.result) : [];
  return (
    <div className={classes.outcome}>
      {counts.length > 0 && (
        <ul className={classes.counts} aria-label={`What came of ${title}`}>
          {counts.map(({ label, count }) => (
            <li key={label}>
              {label}: <strong>{grouped(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems} aria-label={`What was refused of ${title}`}>
          {problems.map(({ place, message }, at) => (
            // One place may have two problems; their order is fixed.
            <li key={`${place} ${at}`}>
              <strong>{place}</strong> {message}
            </li>
          ))}
          {more > 0 && <li>and {grouped(more)} more</li>}
        </ul>
      )}
      <OutcomeFile job={job} />
      {changes.length > 0 && <UndoButton what="import" changes={changes} />}
    </div>
  );
}

/** The file with what is too long to be listed, to be saved; nothing where there is none. */
export function OutcomeFile({ job: { id, outcome } }: { job: Job }) {
  if (!outcome?.file) return null;
  const { name, size } = outcome.file;
  const save = async () => {
    try {
      await download(`/jobs/${id}/file`);
    } catch (error) {
      noticeFailure({
        title: 'The file could not be downloaded.',
        reason: error instanceof Error ? error.message : undefined,
      });
    }
  };
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={classes.file}
      data-read
      onClick={() => void save()}
    >
      <IconDownload size={14} aria-hidden />
      {name}, {formatBytes(size)}
    </Anchor>
  );
}
