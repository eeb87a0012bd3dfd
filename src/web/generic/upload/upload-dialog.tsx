import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#kernel/work.ts';
import { ApiError } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { FailureNote } from '#web/ui/states.tsx';
import type { Progress } from '../additions/additions.ts';
import { ProgressLine } from '../additions/progress-line.tsx';
import { FileChooser } from '../csv-import/file-chooser.tsx';
import { createIntents } from '../editing/intents.ts';
import { mayWorkLater } from '../failure-words.ts';
import { FollowedUpload, planOfFailed } from './followed-upload.tsx';
import { failureOf, Hint, Lists, Plan } from './upload-parts.tsx';
import {
  applyUpload,
  planUpload,
  type UploadDeclaration,
  type UploadOutcome,
  type UploadPlan,
} from './upload.ts';

type What = 'plan' | 'apply';
type Step =
  | { at: 'choosing'; remark: string | null }
  | { at: 'working'; file: File; what: What; progress: Progress }
  | { at: 'following'; file: File; what: What; job: string }
  | { at: 'planned'; file: File; plan: UploadPlan }
  | { at: 'done'; outcome: UploadOutcome };

interface UploadDialogProps {
  upload: UploadDeclaration;
  onClose: () => void;
}

const CHOOSE: Step = { at: 'choosing', remark: null };

/**
 * Takes a file, shows what it would do and what is wrong with it, does it, and shows what was done. What takes long is
 * followed here; a person who leaves sees it go on below every screen.
 */
export default function UploadDialog({ upload, onClose }: UploadDialogProps) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>(CHOOSE);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [intents] = useState(() => createIntents(null));

  const end = async (file: File, what: What, outcome: UploadOutcome) => {
    if (what === 'plan') return setStep({ at: 'planned', file, plan: outcome as UploadPlan });
    setStep({ at: 'done', outcome });
    noticeSuccess(upload.done);
    await queries.invalidateQueries();
  };
  const work = async (file: File, what: What, back: Step) => {
    const onSent = (share: number) =>
      setStep((now) => (now.at === 'working' ? { ...now, progress: progressOf(what, share) } : now));
    setFailure(null);
    setStep({ at: 'working', file, what, progress: progressOf(what, 0) });
    try {
      const sent = await (what === 'plan'
        ? planUpload(upload, file, onSent)
        : applyUpload(upload, file, intents, onSent));
      if ('job' in sent) setStep({ at: 'following', file, what, job: sent.job });
      else await end(file, what, sent.outcome);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setStep(back);
      setFailure(error);
    }
  };
  const ended = (job: Job) => {
    if (step.at !== 'following') return;
    const { file, what } = step;
    if (job.state === 'done') return void end(file, what, job.result as UploadOutcome);
    const plan = planOfFailed(job);
    setStep(plan ? { at: 'planned', file, plan } : CHOOSE);
    if (!plan) setFailure(new ApiError(422, job.error ?? 'It was not done.', { requestId: job.request_id }));
  };
  const startOver = () => {
    setFailure(null);
    setStep(CHOOSE);
  };
  const submit = () => {
    if (step.at === 'planned') void work(step.file, 'apply', step);
    else if (step.at === 'choosing') setStep({ at: 'choosing', remark: 'Please select a file first.' });
  };
  const leave = () => {
    if (step.at === 'following' && step.what === 'apply') followJob(step.job);
    onClose();
  };
  const choose = (file: File) => void work(file, 'plan', CHOOSE);
  const working = step.at === 'working';
  const follows = step.at === 'following';
  return (
    <Dialog
      onClose={working ? () => undefined : leave}
      closeOnClickOutside={false}
      closeButtonProps={{ disabled: working }}
      title={step.at === 'done' ? (upload.results ?? 'Upload Results') : upload.title}
      size="xl"
    >
      <Stack gap="md">
        {step.at === 'choosing' && (
          <>
            <Hint upload={upload} />
            <FileChooser
              kinds={upload.kinds}
              remark={step.remark}
              onChoose={choose}
              onRefuse={(remark) => setStep({ at: 'choosing', remark })}
            />
          </>
        )}
        {step.at === 'working' && <ProgressLine progress={step.progress} />}
        {step.at === 'following' && <FollowedUpload id={step.job} onEnd={ended} />}
        {step.at === 'planned' && <Plan upload={upload} name={step.file.name} plan={step.plan} />}
        {step.at === 'done' && <Lists upload={upload} outcome={step.outcome} />}
        {failure && (
          <FailureNote
            outcome={{
              ...failureOf(upload, failure.message),
              ...(mayWorkLater(failure) && { requestId: failure.requestId }),
            }}
          />
        )}
        <Group justify="flex-end">
          {step.at === 'planned' && (
            <Button variant="subtle" onClick={startOver}>
              Choose another file
            </Button>
          )}
          <Button
            variant={step.at === 'done' ? undefined : 'default'}
            onClick={leave}
            disabled={working}
            data-autofocus={step.at === 'done' || undefined}
          >
            {step.at === 'done'
              ? 'Close'
              : follows && step.what === 'apply'
                ? 'Go on in the background'
                : 'Cancel'}
          </Button>
          {step.at !== 'done' && (
            <Button
              loading={working || follows}
              disabled={step.at === 'planned' && !step.plan.valid}
              onClick={submit}
            >
              {upload.submit ?? 'Upload'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const progressOf = (what: What, share: number): Progress =>
  share < 1
    ? { label: 'Sending the file', share }
    : { label: what === 'plan' ? 'Looking at what the file says…' : 'Taking the file over…' };
