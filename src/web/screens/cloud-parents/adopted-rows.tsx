import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adoptAccounts, type AdoptedRow, type AdoptionsPreview } from '#calls/adopt-many.ts';
import type { InputOf } from '#calls/call.ts';
import type { Values } from '#kernel/input.ts';
import { grouped } from '#kernel/written.ts';
import { previewOf } from '#web/data/call.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { becomes } from './what-changes.tsx';
import classes from './life.module.css';

const PAGE = 25;

/** Each of several accounts with what would change of it, those that are refused first. */
export function AdoptedRows({ preview, values }: { preview: AdoptionsPreview; values: Values }) {
  const { rows, valid, approval, told: owners, unchecked } = preview;
  const [page, setPage] = useState(1);
  const ordered = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
  const shown = useLooked(ordered.slice((page - 1) * PAGE, page * PAGE), values, unchecked === null);
  return (
    <>
      {unchecked !== null && (
        <Alert
          color="sky"
          icon={<IconAlertTriangle aria-hidden />}
          title="Not all accounts were checked with their cloud"
          mb="md"
        >
          {unchecked}
        </Alert>
      )}
      <div role="status">
        <Text fw={560}>{summaryOf(valid, rows.length - valid)}</Text>
        {valid > 0 && (
          <Text size="sm" c="dimmed">
            {mailWords(owners.length)}
            {approval && ' Somebody else decides about all of them before anything is done.'}
          </Text>
        )}
      </div>
      <Entries label="Accounts" page={page} pages={Math.ceil(rows.length / PAGE)} onPage={setPage}>
        {shown.map((row) => (
          <AccountEntry key={row.id} row={row} />
        ))}
      </Entries>
    </>
  );
}

const isRefused = ({ problems }: AdoptedRow): boolean => problems.length > 0;

const accounts = (count: number) => `${grouped(count)} ${count === 1 ? 'account' : 'accounts'}`;

function summaryOf(valid: number, refused: number): string {
  if (refused === 0) return `${accounts(valid)} can be adopted. Nothing stands against it.`;
  const words = `${accounts(refused)} ${refused === 1 ? 'is' : 'are'} refused`;
  if (valid === 0) return `${words}, and none can be adopted.`;
  return `${words}. The ${grouped(valid)} valid ${valid === 1 ? 'one' : 'ones'} can be adopted.`;
}

const mailWords = (count: number): string =>
  count === 1 ? 'One owner gets a mail.' : `${grouped(count)} owners get one mail each.`;

/** The rows of a page. Those that were not checked with their cloud together with the others are checked now. */
function useLooked(rows: readonly AdoptedRow[], values: Values, mayCheck: boolean): readonly AdoptedRow[] {
  const ids = rows.filter((row) => !row.looked && !isRefused(row)).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [adoptAccounts.topic, 'preview of a page', ids, values],
    queryFn: ({ signal }) =>
      previewOf(adoptAccounts, { ...values, ids } as InputOf<typeof adoptAccounts>, { signal }),
    enabled: mayCheck && ids.length > 0,
  });
  return rows.map((row) => data?.data.rows.find(({ id }) => id === row.id) ?? row);
}

function AccountEntry({ row }: { row: AdoptedRow }) {
  const { name, identifier, cost_center: center, owner, changes, tags, budget, problems, looked } = row;
  const said = [name === identifier ? null : identifier, center && `Cost center ${center}`, owner];
  const record = changes.map(({ label, before, after }) => `${label}: ${becomes(before, after)}`);
  const written = tags.map((tag) => `${tag.name}: ${looked ? becomes(tag.before, tag.after) : tag.after}`);
  return (
    <Entry
      title={name}
      level={3}
      details={[said.filter(Boolean).join(' · ')].filter(Boolean)}
      state={problems.length === 0 ? { word: 'Valid', color: 'teal' } : { word: 'Refused', color: 'red' }}
    >
      <ul className={classes.lines}>
        {problems.map((problem) => (
          <li key={problem} className={classes.problem}>
            {problem}
          </li>
        ))}
        {problems.length === 0 && (
          <>
            <li>Record: {record.join(', ') || 'nothing changes'}.</li>
            <li>
              {looked ? 'Tags' : 'Tags, those of them that it lacks'}:{' '}
              {written.join(', ') || 'it has them already'}.
            </li>
            {budget !== null && <li>A budget of {budget}.</li>}
          </>
        )}
      </ul>
    </Entry>
  );
}
