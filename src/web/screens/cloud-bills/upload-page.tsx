import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '#kernel/work.ts';
import { messages } from '#resources/messages.ts';
import { ApiError } from '#web/data/client.ts';
import { saveFile } from '#web/data/save-file.ts';
import type { Progress } from '#web/generic/additions/additions.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { FileChooser } from '#web/generic/csv-import/file-chooser.tsx';
import { ProblemsTable } from '#web/generic/csv-import/problems-table.tsx';
import { createIntents } from '#web/generic/editing/intents.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { lastListSearch } from '#web/generic/list-state.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { applyUpload, planUpload, type UploadOutcome, type UploadPlan } from '#web/generic/upload/upload.ts';
import { FollowedUpload, planOfFailed } from '#web/generic/upload/followed-upload.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FailureNote } from '#web/ui/states.tsx';
import { BILLING_WORKBOOK, COLUMNS } from './workbook.ts';
import classes from './upload-page.module.css';

const LIST = '/auth/view/cloud_bills';

type What = 'plan' | 'apply';
type Step =
  | { at: 'choosing'; remark: string | null }
  | { at: 'working'; file: File; progress: Progress }
  | { at: 'following'; file: File; what: What; job: string }
  | { at: 'planned'; file: File; plan: UploadPlan };

const CHOOSE: Step = { at: 'choosing', remark: null };

const progressOf = (what: What, share: number): Progress =>
  share < 1
    ? { label: 'Sending the workbook', share }
    : { label: what === 'plan' ? 'Reading the workbook…' : 'Adding the bills…' };

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'bill' : 'bills'}`;
const countsOf = ({ models }: UploadOutcome) => ({
  added: models[0]?.created.length ?? 0,
  known: models[0]?.unchanged ?? 0,
});

/** /auth/create/cloud_bills: a billing workbook is chosen, what it would do is shown, and Submit does it. */
export default function UploadPage({ resource }: ScreenProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(CHOOSE);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [intents] = useState(() => createIntents(null));

  const end = async (file: File, what: What, outcome: UploadOutcome) => {
    if (what === 'plan') return setStep({ at: 'planned', file, plan: outcome as UploadPlan });
    const { added, known } = countsOf(outcome);
    noticeSuccess({
      title: messages.dataSubmitted,
      reason: `${counted(added)} added${known > 0 ? `, ${counted(known)} were there already` : ''}.`,
    });
    await queries.invalidateQueries();
    await navigate({
      to: '/auth/$action/$model',
      params: { action: 'view', model: resource.name },
      search: { sort: '-created_at' } as never,
    });
  };
  const work = async (file: File, what: What, back: Step) => {
    const tell = (share: number) => setStep({ at: 'working', file, progress: progressOf(what, share) });
    setFailure(null);
    tell(0);
    try {
      const sent = await (what === 'plan'
        ? planUpload(BILLING_WORKBOOK, file, tell)
        : applyUpload(BILLING_WORKBOOK, file, intents, tell));
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

  const ready = step.at === 'planned' && step.plan.valid && countsOf(step.plan).added > 0;
  return (
    <>
      <PageHeader
        title="Upload Cloud Billing"
        crumbs={[
          { label: resource.headings?.view ?? resource.label[1], to: LIST, search: lastListSearch(LIST) },
        ]}
        description="Adds the bills of a workbook, all of them or none. Bills that came before are left alone."
      />
      <Stack gap="md" className={classes.page}>
        {step.at === 'choosing' && (
          <FileChooser
            kinds={BILLING_WORKBOOK.kinds}
            remark={step.remark}
            onChoose={(file) => void work(file, 'plan', CHOOSE)}
            onRefuse={(remark) => setStep({ at: 'choosing', remark })}
          />
        )}
        {step.at === 'working' && <ProgressLine progress={step.progress} />}
        {step.at === 'following' && <FollowedUpload id={step.job} onEnd={ended} />}
        {step.at === 'planned' && <Plan name={step.file.name} plan={step.plan} />}
        {failure && (
          <FailureNote
            outcome={{
              title: messages.uploadFailed,
              reason: failure.message,
              ...(mayWorkLater(failure) && { requestId: failure.requestId }),
            }}
          />
        )}
        <Group>
          <Button
            disabled={!ready}
            onClick={() => {
              if (step.at === 'planned') void work(step.file, 'apply', step);
            }}
          >
            Submit
          </Button>
          {step.at === 'planned' && (
            <Button
              variant="default"
              onClick={() => {
                setFailure(null);
                setStep(CHOOSE);
              }}
            >
              Choose another file
            </Button>
          )}
        </Group>
        {step.at === 'choosing' && <Columns />}
      </Stack>
    </>
  );
}

function Plan({ name, plan }: { name: string; plan: UploadPlan }) {
  const { added, known } = countsOf(plan);
  if (!plan.valid)
    return (
      <>
        <Text role="status">
          Nothing of {name} can be taken: {plan.error_total.toLocaleString('en')}{' '}
          {plan.error_total === 1 ? 'cell is' : 'cells are'} wrong.
        </Text>
        <ProblemsTable problems={plan.errors} total={plan.error_total} />
      </>
    );
  const remarks = [
    known > 0 &&
      `${counted(known)} of it came before and ${known === 1 ? 'stays' : 'stay'} as ${known === 1 ? 'it is' : 'they are'}.`,
    plan.skipped > 0 && `${plan.skipped.toLocaleString('en')} empty rows are left out.`,
    plan.ignored_columns.length > 0 && `Columns that are not read: ${plan.ignored_columns.join(', ')}.`,
  ].filter((remark) => remark !== false);
  return (
    <div role="status" className={classes.plan}>
      <Text fw={600}>
        {added > 0 ? `${name} adds ${counted(added)}.` : `${name} has no bill that is not there already.`}
      </Text>
      {remarks.length > 0 && <Text size="sm">{remarks.join(' ')}</Text>}
      {added > 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been changed yet. Submit adds them.
        </Text>
      )}
    </div>
  );
}

/** What a workbook may have, and an empty one to begin with. */
function Columns() {
  const save = () => {
    const head = `\ufeff${COLUMNS.map(({ header }) => header).join(',')}\r\n`;
    saveFile('cloud_bills.csv', new Blob([head], { type: 'text/csv' }));
  };
  return (
    <section>
      <Text size="sm" mb="xs">
        An XLSX workbook or a CSV file with these columns, in any order; their names count.{' '}
        <Anchor component="button" type="button" inherit onClick={save}>
          Download an empty template
        </Anchor>
      </Text>
      <Table className={classes.columns} aria-label="Columns of a billing workbook">
        <Table.Tbody>
          {COLUMNS.map(({ header, says }) => (
            <Table.Tr key={header}>
              <Table.Th scope="row">{header}</Table.Th>
              <Table.Td>{says}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
