import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import { isJobUnderWay, type Job } from '#kernel/work.ts';
import { ApiError } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { Progress } from '../additions/additions.ts';
import {
  chosenHere,
  keepHeadings,
  NOTHING_SAID,
  sayOfUnknown,
  saysMore,
  type Said,
} from '../csv-import/headings/kept-headings.ts';
import { createIntents } from '../editing/intents.ts';
import { planOfFailed } from './followed-upload.tsx';
import {
  applyUpload,
  modelOf,
  planUpload,
  refusalOf,
  type UploadDeclaration,
  type UploadOutcome,
  type UploadPlan,
} from './upload.ts';
import { useWhereabouts } from './use-whereabouts.ts';

type What = 'plan' | 'apply';

/** The state of an upload; `job` of a plan is the one that made it, where it took long. */
export type UploadStep =
  | { at: 'choosing'; remark: string | null }
  | { at: 'working'; file: File; what: What; progress: Progress }
  | { at: 'following'; file: File; said: Said; what: What; job: string }
  // `touched`: its headings are chosen otherwise since, and it is to be planned again.
  | { at: 'planned'; file: File; said: Said; plan: UploadPlan; job: Job | null; touched?: boolean }
  | { at: 'done'; outcome: UploadOutcome };

const CHOOSE: UploadStep = { at: 'choosing', remark: null };

interface UploadWays {
  /** The notice of a success, wherever its person is by then. */
  noticeOf: (outcome: UploadOutcome) => string | Outcome;
  /** The further steps for a person who waited for it. */
  onDone?: () => void;
}

/** Has a file planned or applied, and says what came of it wherever its person is by then. */
function useUploadWork(upload: UploadDeclaration, { noticeOf, onDone }: UploadWays) {
  const queries = useQueryClient();
  const whereabouts = useWhereabouts();
  const [step, setStep] = useState<UploadStep>(CHOOSE);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [intents] = useState(() => createIntents(null));
  useFollowWhenLeft(step);

  const end = (file: File, said: Said, what: What, outcome: UploadOutcome, job: Job | null) => {
    if (what === 'plan') {
      const plan = outcome as UploadPlan;
      const more = sayOfUnknown(plan, modelOf(upload), said);
      if (saysMore(said, more)) return void work(file, more, 'plan', CHOOSE);
      return setStep({ at: 'planned', file, said, plan, job });
    }
    keepHeadings(modelOf(upload), said.headings);
    const where = whereabouts();
    setStep(where === 'here' ? { at: 'done', outcome } : CHOOSE);
    void queries.invalidateQueries();
    if (where !== 'signed out') noticeSuccess(noticeOf(outcome));
    if (where === 'here') onDone?.();
  };
  const follow = (file: File, said: Said, what: What, job: string) => {
    const where = whereabouts();
    if (what === 'plan' || where === 'here') return setStep({ at: 'following', file, said, what, job });
    setStep(CHOOSE);
    if (where === 'elsewhere') followJob(job);
  };
  const fail = (what: What, error: ApiError) => {
    setFailure(error);
    // Nothing was to happen yet by a plan: who left it does not miss it.
    if (what === 'apply' && whereabouts() === 'elsewhere') noticeFailure(refusalOf(upload, error));
  };
  const work = async (file: File, said: Said, what: What, back: UploadStep) => {
    const onSent = (share: number) =>
      setStep((now) => (now.at === 'working' ? { ...now, progress: progressOf(what, share) } : now));
    setFailure(null);
    setStep({ at: 'working', file, what, progress: progressOf(what, 0) });
    try {
      const sent = await (what === 'plan'
        ? planUpload(upload, file, said.headings, onSent)
        : applyUpload(upload, file, said.headings, intents, onSent));
      if ('job' in sent) follow(file, said, what, sent.job);
      else end(file, said, what, sent.outcome, null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setStep(back);
      fail(what, error);
    }
  };
  /** The job that is followed has ended. */
  const ended = (job: Job) => {
    if (step.at !== 'following' || isJobUnderWay(job)) return;
    const { file, said, what } = step;
    if (job.state === 'done') return end(file, said, what, job.result as UploadOutcome, job);
    // It is shown beside whatever they look at now, with a link to all that was wrong.
    if (what === 'apply' && whereabouts() === 'elsewhere') followJob(job.id);
    const plan = planOfFailed(job);
    setStep(plan ? { at: 'planned', file, said, plan, job } : CHOOSE);
    if (!plan) setFailure(new ApiError(422, job.error ?? 'It was not done.', { requestId: job.request_id }));
  };
  return { step, setStep, failure, setFailure, work, ended };
}

/**
 * An upload from the choice of a file on: first its plan is requested, then it is applied. It has no look. What
 * takes long is followed; where its person leaves, it is shown on every screen until it is over, and they see there
 * what came of a file that was still being sent.
 */
export function useUpload(upload: UploadDeclaration, ways: UploadWays) {
  const { step, setStep, failure, setFailure, work, ended } = useUploadWork(upload, ways);
  return {
    step,
    failure,
    /** Requests the effect of a file. */
    choose: (file: File) => void work(file, NOTHING_SAID, 'plan', CHOOSE),
    touchHeadings: () => setStep((now) => (now.at === 'planned' ? { ...now, touched: true } : now)),
    /** Requests it again with headings that are taken as a person said, as those of the next file are. */
    readHeadings: (headings: SaidHeadings) => {
      if (step.at !== 'planned') return;
      keepHeadings(modelOf(upload), headings);
      void work(step.file, chosenHere(headings), 'plan', step);
    },
    /** Says why no file was taken. */
    refuse: (remark: string) => setStep({ at: 'choosing', remark }),
    /** Does what was planned. */
    submit: () => {
      if (step.at === 'planned') void work(step.file, step.said, 'apply', step);
      else if (step.at === 'choosing') setStep({ at: 'choosing', remark: 'Please select a file first.' });
    },
    startOver: () => {
      setFailure(null);
      setStep(CHOOSE);
    },
    ended,
  };
}

const progressOf = (what: What, share: number): Progress =>
  share < 1
    ? { label: 'Sending the file', share }
    : { label: what === 'plan' ? 'Looking at what the file says…' : 'Taking the file over…' };

/** Follows a job that takes a file over, once its person leaves the upload. */
function useFollowWhenLeft(step: UploadStep): void {
  const latest = useRef<UploadStep>(CHOOSE);
  useEffect(() => {
    latest.current = step;
  }, [step]);
  useEffect(
    () => () => {
      const left = latest.current;
      if (left.at === 'following' && left.what === 'apply') followJob(left.job);
      latest.current = CHOOSE;
    },
    [],
  );
}
