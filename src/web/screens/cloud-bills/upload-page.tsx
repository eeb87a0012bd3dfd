import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { Job } from '#kernel/work.ts';
import { messages } from '#resources/messages.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { HeadingsOfFile } from '#web/generic/csv-import/headings/headings-of-file.tsx';
import { needsHeadings, NOT_CLEAR } from '#web/generic/csv-import/headings/kept-headings.ts';
import { SummaryOfRows } from '#web/generic/csv-import/summary-of-rows.tsx';
import { FileChooser } from '#web/generic/csv-import/file-chooser.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { FollowedUpload } from '#web/generic/upload/followed-upload.tsx';
import { Hint, Problems } from '#web/generic/upload/upload-parts.tsx';
import { leftOut, refusalOf, type UploadOutcome, type UploadPlan } from '#web/generic/upload/upload.ts';
import { useUpload } from '#web/generic/upload/use-upload.ts';
import { grouped } from '#kernel/written.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { BILLING_WORKBOOK, COLUMNS } from './workbook.ts';
import classes from './upload-page.module.css';

const LIST = '/auth/view/cloud_bills';

const counted = (count: number) => `${grouped(count)} ${count === 1 ? 'bill' : 'bills'}`;
const countsOf = ({ models }: UploadOutcome) => ({
  added: models[0]?.created.length ?? 0,
  known: models[0]?.unchanged ?? 0,
});

/** /auth/create/cloud_bills: a billing workbook is chosen, what it would do is shown, and Submit does it. */
export default function UploadPage({ resource }: ScreenProps) {
  const navigate = useNavigate();
  const { step, failure, choose, refuse, touchHeadings, readHeadings, submit, startOver, ended } = useUpload(
    BILLING_WORKBOOK,
    {
      noticeOf: (outcome) => {
        const { added, known } = countsOf(outcome);
        return {
          title: messages.dataSubmitted,
          reason: `${counted(added)} added${known > 0 ? `, ${counted(known)} were there already` : ''}.`,
        };
      },
      onDone: () =>
        void navigate({
          to: '/auth/$action/$model',
          params: { action: 'view', model: resource.name },
          search: { sort: '-created_at' } as never,
        }),
    },
  );
  const ready = step.at === 'planned' && step.plan.valid && !step.touched && countsOf(step.plan).added > 0;
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
            onChoose={choose}
            onRefuse={refuse}
          />
        )}
        {step.at === 'working' && <ProgressLine progress={step.progress} />}
        {step.at === 'following' && <FollowedUpload id={step.job} onEnd={ended} />}
        {step.at === 'planned' && (
          <>
            <HeadingsOfFile
              reading={step.plan}
              errors={step.plan.errors}
              said={step.said}
              onTouch={touchHeadings}
              onRead={readHeadings}
            />
            <Plan resource={resource} name={step.file.name} plan={step.plan} job={step.job} />
          </>
        )}
        {failure && <FailureNote outcome={refusalOf(BILLING_WORKBOOK, failure)} />}
        <Group>
          <Button disabled={!ready} onClick={submit}>
            Submit
          </Button>
          {step.at === 'planned' && (
            <Button variant="default" onClick={startOver}>
              Choose another file
            </Button>
          )}
        </Group>
        {step.at === 'choosing' && <Columns />}
      </Stack>
    </>
  );
}

interface PlanProps {
  resource: Resource;
  name: string;
  plan: UploadPlan;
  job: Job | null;
}

function Plan({ resource, name, plan, job }: PlanProps) {
  const { added, known } = countsOf(plan);
  if (needsHeadings(plan, plan.errors)) return <Text role="status">{NOT_CLEAR}</Text>;
  if (!plan.valid)
    return (
      <>
        <Text role="status">
          Nothing of {name} can be taken: {grouped(plan.error_total)}{' '}
          {plan.error_total === 1 ? 'cell is' : 'cells are'} wrong.
        </Text>
        <Problems plan={plan} job={job} />
      </>
    );
  const remarks = [
    known > 0 &&
      `${counted(known)} of it came before and ${known === 1 ? 'stays' : 'stay'} as ${known === 1 ? 'it is' : 'they are'}.`,
    plan.skipped > 0 && leftOut(plan.skipped),
    plan.ignored_columns.length > 0 && `Columns that are not read: ${plan.ignored_columns.join(', ')}.`,
  ].filter((remark) => remark !== false);
  return (
    <>
      <SummaryOfRows resource={resource} summary={plan.summary} />
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
    </>
  );
}

/** The allowed content of a workbook, and an empty one to begin with. */
function Columns() {
  return (
    <section>
      <Hint upload={BILLING_WORKBOOK} />
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
