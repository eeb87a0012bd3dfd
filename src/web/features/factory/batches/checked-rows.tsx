import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { BatchPreview, CheckedRow } from '#calls/batches.ts';
import { grouped } from '#kernel/written.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { PAGE, requestsInWords } from './batches.ts';
import classes from './batches.module.css';

interface CheckedRowsProps {
  kind: string;
  preview: BatchPreview;
  isBusy: boolean;
  onSubmit: (onlyValid: boolean) => void;
}

/** Each row of a worksheet with what is wrong with it, those first, and what can be requested. */
export function CheckedRows({ kind, preview, isBusy, onSubmit }: CheckedRowsProps) {
  const { rows, valid, ignored_columns: ignored, approval, unchecked } = preview;
  const [page, setPage] = useState(1);
  const wrong = rows.length - valid;
  const shown = [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))];
  return (
    <>
      <div role="status">
        <Text size="sm" fw={560}>
          {summaryOf(kind, valid, wrong)}
        </Text>
        {ignored.length > 0 && (
          <Text size="sm" c="dimmed">
            Left out, since they are no columns of it: {ignored.join(', ')}.
          </Text>
        )}
        {unchecked !== null && (
          <Text size="sm" c="dimmed">
            Not all rows could be checked with the cloud: {unchecked}
          </Text>
        )}
      </div>
      <Entries label="Rows" page={page} pages={Math.ceil(rows.length / PAGE)} onPage={setPage}>
        {shown.slice((page - 1) * PAGE, page * PAGE).map((row) => (
          <RowEntry key={row.row} row={row} />
        ))}
      </Entries>
      {valid > 0 && (
        <Group justify="flex-end">
          {approval && (
            <Text size="sm" c="dimmed">
              Somebody else decides before anything is made.
            </Text>
          )}
          <Button loading={isBusy} onClick={() => onSubmit(wrong > 0)}>
            {wrong === 0
              ? `Submit All ${grouped(valid)}`
              : `Submit the ${grouped(valid)} Valid ${valid === 1 ? 'Row' : 'Rows'}`}
          </Button>
        </Group>
      )}
    </>
  );
}

const isWrong = ({ errors }: CheckedRow): boolean => errors.length > 0;

function summaryOf(kind: string, valid: number, wrong: number): string {
  if (wrong === 0) return `${requestsInWords(kind, valid)} can be requested. Nothing is wrong.`;
  const rows = `${grouped(wrong)} ${wrong === 1 ? 'row is' : 'rows are'} wrong`;
  const next = 'Mend the worksheet and choose it again';
  if (valid === 0) return `${rows}, and none can be requested. ${next}.`;
  return `${rows}. ${next}, or request the ${grouped(valid)} valid ${valid === 1 ? 'one' : 'ones'} only.`;
}

function RowEntry({ row: { row, name, cost_center: center, owner, errors } }: { row: CheckedRow }) {
  const said = [center && `Cost center ${center}`, owner].filter(Boolean).join(' · ');
  return (
    <Entry
      title={`Row ${row}${name === '' ? '' : `: ${name}`}`}
      level={3}
      details={said === '' ? [] : [said]}
      state={errors.length === 0 ? { word: 'Valid', color: 'teal' } : { word: 'Wrong', color: 'red' }}
    >
      {errors.length > 0 && (
        <ul className={classes.errors}>
          {errors.map(({ field, column, message }) => (
            <li key={field}>
              {/* Most sentences begin with the column themselves. */}
              {!message.startsWith(column) && <b>{column}: </b>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Entry>
  );
}
