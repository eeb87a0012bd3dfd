import { Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { isJobUnderWay, type Job } from '#kernel/work.ts';
import { useJob } from '#web/data/work.ts';
import { nextOf } from '../work/job-state.ts';
import { JobProgress } from '../work/job-progress.tsx';
import type { UploadPlan } from './upload.ts';

interface FollowedUploadProps {
  id: string;
  /** It is done, or has failed. */
  onEnd: (job: Job) => void;
}

/** A file that is worked through in the background, as it goes on. */
export function FollowedUpload({ id, onEnd }: FollowedUploadProps) {
  const { job } = useJob(id);
  const ended = job !== undefined && !isJobUnderWay(job);
  const end = useEffectEvent(() => job && onEnd(job));
  useEffect(() => {
    if (ended) end();
  }, [ended]);
  const next = job && nextOf(job);
  return (
    <div>
      <Text size="sm" mb="xs" role="status">
        {job?.state === 'running'
          ? 'The file is large, so it is worked through in the background.'
          : 'The file is large: it waits for its turn in the background.'}{' '}
        {next}
      </Text>
      {job && <JobProgress job={job} />}
    </div>
  );
}

/** The problems of a file whose job has failed; null where it failed for something else. */
export function planOfFailed({ result }: Job): UploadPlan | null {
  const errors = result?.['errors'];
  if (!Array.isArray(errors)) return null;
  const total = result?.['error_total'];
  return {
    valid: false,
    models: [],
    headings: [],
    columns: [],
    summary: null,
    skipped: 0,
    ignored_columns: [],
    errors: errors as ImportProblem[],
    error_total: typeof total === 'number' ? total : errors.length,
  };
}
