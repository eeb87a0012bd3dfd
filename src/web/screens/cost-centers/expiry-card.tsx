import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readExpiry, type Expiry } from '#calls/cost-center-expiry.ts';
import { dayAfter, formatDay } from '#kernel/dates.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { queryOf } from '#web/data/call.ts';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { formatValue } from '#web/ui/format-value.ts';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { TonedText } from '#web/ui/toned-text.tsx';
import { replaceAction } from './replace-action.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import links from '#web/ui/plain-link.module.css';
import classes from './expiry.module.css';

const TITLE = 'When it expires';
const replaceEverywhere = [{ ...replaceAction, label: 'Replace it everywhere' }];

/** The effects of the expiry of a cost center: who is charged then, for what, and for about how much. */
export function ExpiryCard({ resource, id }: RecordScreenProps) {
  const record = dataOf(useLoad(recordQuery(resource.name, id)));
  const load = useLoad(queryOf(readExpiry, { id }));
  if (!record) return null;
  return (
    <div className={classes.below}>
      <Card
        title={TITLE}
        head={<ActionButtons resource={resource} actions={replaceEverywhere} about={{ row: record }} />}
      >
        {load.is === 'failed' && (
          <ErrorState error={load.error} title="What happens then could not be loaded" onRetry={load.retry} />
        )}
        {load.is === 'loading' && <Skeleton height={200} />}
        {load.is === 'loaded' && <Ripple expiry={load.data} record={record} />}
      </Card>
    </div>
  );
}

interface RippleProps {
  expiry: Expiry;
  record: RecordRow;
}

function Ripple({ expiry, record }: RippleProps) {
  const identifier = String(record['identifier']);
  const of = { by_cost_centers_id: String(record.id) };
  const { goes_to: to } = expiry;
  const then =
    to === null ? 'Nobody is charged: each becomes a billing exception.' : `Charged to ${to.identifier}.`;
  return (
    <>
      <p className={classes.sentence}>
        <ExpirySentence expiry={expiry} direct={record['new_cost_center_id']} />
      </p>
      <ul className={classes.parts} aria-label={TITLE}>
        <Part
          label="Accounts in use"
          list="cloud_parents"
          search={{ ...of, by_terminated: 'false' }}
          count={expiry.accounts}
          about={then}
        />
        <Part
          label="Seats of GitHub Copilot"
          list="github_copilot_users"
          search={of}
          count={expiry.copilot_seats}
          about={then}
        />
        <Part
          label="Networks"
          list="cost_center_networks"
          search={{ by_cost_center_id: String(record.id) }}
          count={expiry.networks}
          about={`${valid(expiry.valid_networks)} They keep their WBS elements; company and owner are still those of ${identifier}.`}
        />
        <Part
          label="Project IDs"
          list="project_ids"
          search={{ by_cost_center: identifier }}
          count={expiry.project_ids}
          about={`${valid(expiry.valid_project_ids)} They are charged through these networks.`}
        />
        <Part
          label="Cost centers that it replaces"
          list="cost_centers"
          search={{ by_new_cost_center_id: String(record.id) }}
          count={expiry.replaced}
          about="What names them goes the same way."
        />
        <Postings expiry={expiry} identifier={identifier} />
      </ul>
    </>
  );
}

const valid = (count: number): string => `${grouped(count)} valid then.`;

interface ExpirySentenceProps {
  expiry: Expiry;
  /** The id of what replaces it at once, to which its values lead already. */
  direct: unknown;
}

/** When it is, and who is charged from then on. */
function ExpirySentence({ expiry: { from, expired, goes_to: to }, direct }: ExpirySentenceProps) {
  const last = from === null ? null : formatDay(dayAfter(from, -1));
  const when =
    last === null
      ? 'It has no last day. If it expired today, '
      : expired
        ? `It expired on ${last}: `
        : `After ${last} `;
  if (to === null)
    return (
      <>
        {when}
        {from === null ? (
          'nobody would be charged: nothing replaces it.'
        ) : (
          <TonedText
            toned={{
              tone: expired ? 'bad' : 'warning',
              reason: 'Nothing that is valid then replaces it.',
            }}
            reason="seen"
          >
            nobody is charged
          </TonedText>
        )}
      </>
    );
  return (
    <>
      {when}
      {to.id === direct ? (
        <b>{to.identifier}</b>
      ) : (
        <Link
          className={links.link}
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: 'cost_centers', modelId: String(to.id) }}
        >
          {to.identifier}
        </Link>
      )}{' '}
      {from === null ? 'would be' : 'is'} charged,{' '}
      {to.as === 'replacement' ? 'which replaces it.' : 'its backup.'}
    </>
  );
}

interface PartProps {
  label: string;
  /** The model whose list has exactly these. */
  list: string;
  search: Record<string, string>;
  count: number;
  /** The words about them; shown where there are any. */
  about: string;
}

function Part({ label, list, search, count, about }: PartProps) {
  return (
    <li>
      {count === 0 ? (
        <span>{label}</span>
      ) : (
        <Link
          className={links.link}
          to="/auth/$action/$model"
          params={{ action: 'view', model: list }}
          search={search}
        >
          {label}
        </Link>
      )}
      <span className={classes.count}>{grouped(count)}</span>
      {count > 0 && <span className={classes.about}>{about}</span>}
    </li>
  );
}

/** About what the postings of the next month come to: an estimate, of the last bills. */
function Postings({ expiry: { forecast, goes_to: to }, identifier }: { expiry: Expiry; identifier: string }) {
  const label = 'Postings of next month';
  if (forecast === null)
    return (
      <li>
        <span>{label}</span>
        <span className={classes.count}>None</span>
        <span className={classes.about}>Nothing was ever charged to it.</span>
      </li>
    );
  const { month, sums } = forecast;
  const bills = sums.reduce((sum, one) => sum + one.bills, 0);
  const goes: ReactNode = to === null ? 'to nobody' : `to ${to.identifier}`;
  return (
    <li>
      <Link
        className={links.link}
        to="/auth/$action/$model"
        params={{ action: 'view', model: cloudBills.name }}
        search={{ by_charged: identifier, by_date: month }}
      >
        {label}
      </Link>
      <span className={classes.count}>
        {sums.map(({ amount, currency }) => (
          <span key={currency}>
            {formatValue(cloudBills.fields.amount, amount)} {currency}
          </span>
        ))}
      </span>
      <span className={classes.about}>
        An estimate: the {grouped(bills)} {bills === 1 ? 'bill' : 'bills'} of {formatMonth(month)}, which
        would go {goes}.
      </span>
    </li>
  );
}
