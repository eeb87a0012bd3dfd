import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Run } from '#calls/runs.ts';
import type { Posting } from '#calls/run-details.ts';
import { TypedInput } from '#web/generic/filters/typed-input.tsx';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import { usePart } from '#web/generic/list/use-part.ts';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { Cell, Money } from '../cell.tsx';
import { POSTINGS_PAGE, postingsQuery } from '../details.ts';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const PostingLines = lateDialog(
  () => import('./posting-lines.tsx'),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(PostingLines.fetch);

const NO_QUERY = {};

const HEADS = ['Charged To', 'Company', 'GL Account', 'Reference', 'Owner', numbers('Amount')];

/** The postings of a run; each opens into its lines, and accounts and rows of the file link to theirs. */
export function Postings({ run }: { run: Run }) {
  const [{ page, q }, change] = usePart('postings');
  const [opened, setOpened] = useOpened();
  const load = useLoad(postingsQuery(run, page, q));
  useLastPage(load, { page, perPage: POSTINGS_PAGE, toPage: change.setPage });
  const total = dataOf(load)?.meta.total;
  // Of what was searched before, none says nothing.
  const isPrevious = load.is === 'loaded' && load.previous;
  const searches = q !== '' || total || isPrevious;
  return (
    <Part
      title="Postings"
      count={total}
      action={
        searches ? (
          <FileButton path={`/billing_runs/${run.id}/postings.csv`} query={NO_QUERY} label="Download CSV" />
        ) : undefined
      }
    >
      {searches && (
        <div className={classes.find}>
          <TypedInput
            label="Account or row of the file"
            placeholder="Account or row of the file"
            value={q}
            onChange={change.setQ}
          />
        </div>
      )}
      <Loaded load={load} failed="The postings could not be loaded" height={160}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <p className={classes.nothing}>
              {q === ''
                ? 'Nothing of the file has found a place yet.'
                : `Neither an account nor a row of the file that is called ${q} is a part of a posting.`}
            </p>
          ) : (
            <>
              <HeadedTable label="Postings" heads={HEADS}>
                {data.map((posting) => (
                  <PostingRow key={posting.id} posting={posting} onOpen={() => setOpened(posting.id)} />
                ))}
              </HeadedTable>
              <Pages
                what="postings"
                page={page}
                pages={Math.ceil(meta.total / POSTINGS_PAGE)}
                onPage={change.setPage}
              />
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

/** The posting that is open; it is in the address, so that a bill can lead to it. */
function useOpened(): [number | null, (id: number | null) => void] {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const written = textOf(address['posting']);
  const open = (id: number | null) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, posting: id === null ? undefined : String(id) })) as never,
      resetScroll: false,
    });
  return [/^[1-9]\d{0,8}$/.test(written) ? Number(written) : null, open];
}

function PostingRow({ posting, onOpen }: { posting: Posting; onOpen: () => void }) {
  const { company_code: company, gl_account: account, reference, amount, currency } = posting;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={tables.open} data-read onClick={onOpen}>
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
      <Cell label="Owner" address>
        {posting.owner_email}
        {posting.business_unit && <span className={tables.soft}>{posting.business_unit}</span>}
      </Cell>
      <Cell label="Amount" number>
        <Money amount={amount} currency={currency} />
      </Cell>
    </tr>
  );
}
