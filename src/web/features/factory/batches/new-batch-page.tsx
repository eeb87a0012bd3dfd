import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { batchSheet, MOST_IN_BATCH } from '#calls/batches.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { saveFileOf } from '#web/data/call.ts';
import { ApiError } from '#web/data/client.ts';
import { usePerson } from '#web/data/use-session.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { FileChooser } from '#web/generic/csv-import/file-chooser.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { MayNotRequest } from '../may-not-request.tsx';
import { HERE } from './batches.ts';
import { CheckedRows } from './checked-rows.tsx';
import { useNewBatch } from './use-new-batch.ts';
import classes from './batches.module.css';

const KINDS = cloudRequests.map(({ name, label }) => ({ value: name, label }));
const SHEET = { name: 'Worksheet', a: 'the worksheet', ends: ['.xlsx', '.csv'] };

/** /auth/request-batches/new: from a worksheet to its requests. */
export function NewBatchPage() {
  const may = usePerson()?.rights.operate ?? false;
  const [kind, setKind] = useState(KINDS[0]?.value ?? '');
  const request = cloudRequests.find(({ name }) => name === kind);
  return (
    <>
      <PageHeader
        title="New Batch"
        crumbs={[{ label: 'Request Batches', to: HERE }]}
        badge={request && <CloudNote cloud={request.cloud} />}
      />
      {may ? (
        <Stack gap="md" maw={980}>
          <Card title="Empty Worksheet">
            <Text size="sm" mb="sm">
              One row for each account, at most {MOST_IN_BATCH}. The columns are the fields of the form; what
              is left empty follows from the cost center, as it does there. Management groups and folders are
              given by their ids.
            </Text>
            <div className={classes.sheet}>
              <ChoiceSelect
                label="What is requested"
                choices={KINDS}
                value={kind}
                onChange={setKind}
                width={220}
              />
              <SheetButton kind={kind} format="xlsx" />
              <SheetButton kind={kind} format="csv" />
            </div>
          </Card>
          <FilledSheet key={kind} kind={kind} />
        </Stack>
      ) : (
        <MayNotRequest what="batch of accounts" />
      )}
    </>
  );
}

function SheetButton({ kind, format }: { kind: string; format: 'xlsx' | 'csv' }) {
  const download = async () => {
    try {
      await saveFileOf(batchSheet, { kind, format });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: 'The worksheet could not be downloaded.', reason: error.message });
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Empty {format.toUpperCase()}
    </Button>
  );
}

/** The worksheet that was filled in: chosen, checked row by row, and sent. */
function FilledSheet({ kind }: { kind: string }) {
  const { file, preview, failure, share, isBusy, remark, choose, refuse, submit } = useNewBatch(kind);
  return (
    <Card title="Filled-in Worksheet">
      <Stack gap="md">
        {file === null ? (
          <FileChooser kinds={SHEET} remark={remark} onChoose={choose} onRefuse={refuse} />
        ) : (
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={560} className={classes.name} role="status">
              {file.name}
            </Text>
            <Button variant="default" size="xs" disabled={isBusy} onClick={() => choose(null)}>
              Choose another file
            </Button>
          </Group>
        )}
        {isBusy && (
          <ProgressLine
            progress={share < 1 ? { label: 'Sending the worksheet', share } : { label: 'Checking each row' }}
          />
        )}
        {failure && <FailureNote outcome={failure} />}
        {preview && <CheckedRows kind={kind} preview={preview} isBusy={isBusy} onSubmit={submit} />}
      </Stack>
    </Card>
  );
}
