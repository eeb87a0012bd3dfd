import { Pagination } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/late.tsx';
import { dataOf, Loaded } from '#web/ui/loaded.tsx';
import type { Run } from './billing.ts';
import { Cell, Money } from './cell.tsx';
import { POSTINGS_PAGE, postingsQuery, type Posting } from './details.ts';
import { Part } from './part.tsx';
import classes from './billing.module.css';
import tables from './tables.module.css';

const PostingLines = lateDialog(
  () => import('./posting-lines.tsx'),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(PostingLines.fetch);

const NO_QUERY = {};

/** What a run is booked as; each posting opens into its lines. */
export function Postings({ run }: { run: Run }) {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useOpened();
  const load = useLoad(postingsQuery(run, page));
  const total = dataOf(load)?.meta.total;
  return (
    <Part
      title="Postings"
      count={total}
      action={
        total ? (
          <FileButton path={`/billing_runs/${run.id}/postings.csv`} query={NO_QUERY} label="Download CSV" />
        ) : undefined
      }
    >
      <Loaded load={load} failed="The postings could not be loaded" height={160}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.nothing}>Nothing of the file has found a place yet.</p>
          ) : (
            <>
              <div className={tables.frame}>
                <table className={tables.table} aria-label="Postings">
                  <thead>
                    <tr>
                      <th scope="col">Charged To</th>
                      <th scope="col">Company</th>
                      <th scope="col">GL Account</th>
                      <th scope="col">Reference</th>
                      <th scope="col">Owner</th>
                      <th scope="col" className={tables.number}>
                        Amount
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map((posting) => (
                      <PostingRow key={posting.id} posting={posting} onOpen={() => setOpened(posting.id)} />
                    ))}
                  </tbody>
                </table>
              </div>
              {total !== undefined && total > POSTINGS_PAGE && (
                <Pagination
                  mt="md"
                  size="sm"
                  total={Math.ceil(total / POSTINGS_PAGE)}
                  value={page}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': `${control} page of postings` })}
                  getItemProps={(number) => ({ 'aria-label': `Page ${number} of postings` })}
                />
              )}
            </>
          )
        }
      </Loaded>
      <Suspense>
        {opened !== null && <PostingLines run={run} id={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </Part>
  );
}

/** The posting that is open; it stands in the address, so that a bill can lead to it. */
function useOpened(): [number | null, (id: number | null) => void] {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const written = textOf(address['posting']);
  const open = (id: number | null) =>
    void navigate({
      to: '.',
      search: (id === null ? {} : { posting: String(id) }) as never,
      resetScroll: false,
    });
  return [/^[1-9]\d{0,8}$/.test(written) ? Number(written) : null, open];
}

function PostingRow({ posting, onOpen }: { posting: Posting; onOpen: () => void }) {
  const { company_code: company, gl_account: account, reference, amount, currency } = posting;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={tables.open} onClick={onOpen}>
          {posting.cost_center ?? posting.wbs_element}
        </button>
        <span className={tables.soft}>{posting.cost_center === null ? 'WBS element' : 'Cost center'}</span>
      </th>
      <Cell label="Company">{company}</Cell>
      <Cell label="GL Account">{account}</Cell>
      <Cell label="Reference">
        {reference}
        <span className={tables.soft}>{posting.text}</span>
      </Cell>
      <Cell label="Owner">
        {posting.owner_email}
        {posting.business_unit && <span className={tables.soft}>{posting.business_unit}</span>}
      </Cell>
      <Cell label="Amount" number>
        <Money amount={amount} currency={currency} />
      </Cell>
    </tr>
  );
}
