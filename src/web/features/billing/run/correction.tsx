import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Run } from '#calls/runs.ts';
import type { Corrected, CorrectedTotal } from '#calls/corrections.ts';
import { grouped } from '#kernel/written.ts';
import { newIntent } from '#web/data/client.ts';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import { usePart } from '#web/generic/list/use-part.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { useStillHere } from '#web/generic/use-still-here.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { AmountCells } from '../amount-cells.tsx';
import { runAddress } from '../billing.ts';
import { answerExisting } from '../calls.ts';
import { Cell } from '../cell.tsx';
import { correctionQuery, POSTINGS_PAGE } from '../details.ts';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const HEADS = [
  'Charged To',
  'Company',
  'Reference',
  numbers('Booked Before'),
  numbers('Now'),
  numbers('Difference'),
];

/** Links to runs, one behind the other. */
function Runs({ ids }: { ids: readonly number[] }) {
  return ids.map((id, at) => (
    <Fragment key={id}>
      {at > 0 && (at === ids.length - 1 ? ' and ' : ', ')}
      <Link to={runAddress(id)}>billing run {id}</Link>
    </Fragment>
  ));
}

/** Where the difference from a run is booked, or is going to be. */
export function CorrectedBy({ run: { corrected_by: by } }: { run: Run }) {
  if (by.length === 0) return null;
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} className={classes.question}>
      An invoice of this run was corrected after it was final. What differs is booked by{' '}
      <Runs ids={by.map(({ id }) => id)} />.
    </Alert>
  );
}

/** What a difference run changes: what is booked before it, what is booked with it, and the difference, posting by posting. */
export function Correction({ run, mayLeave }: { run: Run; mayLeave: boolean }) {
  const [{ page }, change] = usePart('correction');
  const load = useLoad(correctionQuery(run, page));
  useLastPage(load, { page, perPage: POSTINGS_PAGE, toPage: change.setPage });
  return (
    <Part
      title="Difference"
      count={dataOf(load)?.meta.total}
      action={mayLeave ? <LeaveOut run={run} /> : undefined}
    >
      <p className={classes.nothing}>
        This run corrects <Runs ids={run.corrects} />: it books only what differs from what is booked there.
      </p>
      <Loaded load={load} failed="The difference could not be loaded" height={160}>
        {({ data, meta: { total, unchanged, totals } }) => (
          <>
            {total === 0 ? (
              <p className={classes.nothing}>
                No posting changes, so there is nothing to be booked. Leave the run out.
              </p>
            ) : (
              <HeadedTable label="Difference" heads={HEADS} below>
                {totals.map((sums) => (
                  <tr key={sums.currency}>
                    <th scope="row">Total {sums.currency}</th>
                    <Cell label="Company" />
                    <Cell label="Reference" />
                    <Sides of={sums} />
                  </tr>
                ))}
                {data.map((place) => (
                  <PlaceRow key={place.posting} place={place} />
                ))}
              </HeadedTable>
            )}
            {unchanged > 0 && (
              <p className={classes.nothing}>
                {grouped(unchanged)}{' '}
                {unchanged === 1 ? 'posting stays as it is' : 'postings stay as they are'}.
              </p>
            )}
            <Pages
              what="changed postings"
              page={page}
              pages={Math.ceil(total / POSTINGS_PAGE)}
              onPage={change.setPage}
            />
          </>
        )}
      </Loaded>
    </Part>
  );
}

function PlaceRow({ place }: { place: Corrected }) {
  return (
    <tr>
      <th scope="row">
        {place.cost_center ?? place.wbs_element}
        <span className={tables.soft}>
          {place.cost_center === null ? 'WBS element' : 'Cost center'}, GL {place.gl_account}
        </span>
      </th>
      <Cell label="Company">{place.company_code}</Cell>
      <Cell label="Reference">{place.reference}</Cell>
      <Sides of={place} />
    </tr>
  );
}

function Sides({ of: { currency, before, now, difference } }: { of: CorrectedTotal }) {
  return (
    <AmountCells currency={currency} of={{ 'Booked Before': before, Now: now, Difference: difference }} />
  );
}

/** Gives an open difference run up: what is booked stays as it is. */
function LeaveOut({ run }: { run: Run }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isHere = useStillHere();
  const { mutate, isPending } = useMutation({
    mutationFn: () => answerExisting(run.id, 'leave', newIntent()),
    onSuccess: ({ billing_run: next }) => {
      if (isHere()) void navigate({ to: runAddress(next.id) });
    },
    onError: (error) => noticeFailure({ title: 'The run could not be left out.', reason: error.message }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      Leave It Out
    </Button>
  );
}
