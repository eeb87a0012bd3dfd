import { Anchor, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { runFile, type Run } from '#calls/runs.ts';
import { saveFileOf } from '#web/data/call.ts';
import { formatBytes } from '#web/ui/bytes.ts';
import { formatDay } from '#kernel/dates.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { isRunUnderWay } from '../billing.ts';
import { Part } from '../part.tsx';
import { JournalButton } from '../journal/journal-button.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const NO_QUERY = {};

async function save(id: number, file: string): Promise<void> {
  try {
    await saveFileOf(runFile, { id, file });
  } catch (error) {
    noticeFailure({
      title: 'The file could not be downloaded.',
      reason: error instanceof Error ? error.message : undefined,
    });
  }
}

const REVERSAL = { reversal: 'true' };

/** The files that post a final run, and those that take a reversed one back. */
const journalOf = ({ id, state, posting_day: day, corrects }: Run) => ({
  path: `/billing_runs/${id}/journal.csv`,
  query: state === 'reversed' ? REVERSAL : NO_QUERY,
  usualDate: corrects.length > 0 ? 'the day on which the run became final' : formatDay(day),
});

/** The files of a run: what was sent, and what was made of it. The workbook is that of the moment. */
export function Files({ run }: { run: Run }) {
  const { id, files, totals } = run;
  const others = files.filter(({ name }) => name !== `pre_ap_run_${id}.xlsx`);
  return (
    <Part title="Files">
      <Group gap="xs">
        {totals.length > 0 && !isRunUnderWay(run) && (
          <FileButton path={`/billing_runs/${id}/pre_ap.xlsx`} query={NO_QUERY} label="Pre-AP Workbook" />
        )}
        {(run.state === 'final' || run.state === 'reversed') && <JournalButton source={journalOf(run)} />}
      </Group>
      <ul className={classes.files} aria-label="Files">
        {others.map((file) => (
          <li key={file.id}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              data-read
              onClick={() => void save(id, file.id)}
            >
              <IconDownload size={16} aria-hidden /> {file.name}
            </Anchor>
            <span className={tables.soft}>{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
