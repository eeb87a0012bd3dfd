import { grouped, percent } from '#kernel/written.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '#calls/call.ts';
import { readOrigin } from '#calls/explain.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { queryOf } from '#web/data/call.ts';
import type { RowAbout } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatValue } from '#web/ui/format-value.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import classes from './origin-dialog.module.css';

/** The most accounts that are shown; the posting has all of them. */
const MOST = 5;

/** Where the screen of a billing run is. */
const runAddress = (id: number): string => `/auth/billing-automation/runs/${id}`;

type Origin = DataOf<typeof readOrigin>;
type Account = Origin['accounts'][number];

/** Leads from a bill to the billing run that made it, and to its posting there. */
export function OriginDialog({ about: { row }, onClose }: { about: RowAbout; onClose: () => void }) {
  const load = useLoad(queryOf(readOrigin, { id: row.id }));
  return (
    <Dialog onClose={onClose} title="Where It Comes From" centered>
      <Loaded load={load} failed="Where it comes from could not be loaded" height={80}>
        {(origin) => <OriginDetails origin={origin} />}
      </Loaded>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The run and the posting, and each account with what of the bill is charged for it and why here. */
function OriginDetails({ origin }: { origin: Origin }) {
  const { counters, billing_run: run, posting, accounts, accounts_total: total } = origin;
  if (!run || !posting)
    return <Text size="sm">No billing run made it: it was typed in, or came with a workbook.</Text>;
  const named = accounts.filter(({ identifier }) => identifier !== null).slice(0, MOST);
  const more = total - named.length;
  return (
    <>
      <Text size="sm">
        {counters ? 'It takes a bill back of ' : 'It books '}
        <Anchor
          inherit
          underline="always"
          component={Link}
          to={runAddress(run.id)}
          search={{ posting: String(posting.id) } as never}
        >
          posting {posting.id} of billing run {run.id}
        </Anchor>
        , from {run.file_name}, invoice {posting.reference}.
      </Text>
      {named.length > 0 && (
        <>
          <Text size="sm" fw={620} mt="md">
            Charged for{' '}
          </Text>
          <ul className={classes.accounts} aria-label="Charged for">
            {named.map((account) => (
              <AccountEntry key={account.identifier} account={account} currency={posting.currency} />
            ))}
            {more > 0 && <li>and {grouped(more)} more</li>}
          </ul>
        </>
      )}
    </>
  );
}

function AccountEntry({ account, currency }: { account: Account; currency: string }) {
  const { identifier, account_name: name, cloud_parent_id: parent, amount, share } = account;
  return (
    <li>
      <div>
        {parent === null ? (
          <strong>{name ?? identifier}</strong>
        ) : (
          <Anchor component={Link} to={`/auth/view/cloud_parents/${parent}`} inherit>
            {name ?? identifier}
          </Anchor>
        )}
        <span>
          {Number(share) < 1 && `${percent(Number(share), 2)} of `}
          {formatValue(cloudBills.fields.amount, amount)} {currency}
        </span>
      </div>
      <small>{[name !== null && identifier, wayOf(account)].filter(Boolean).join(' · ')}</small>
    </li>
  );
}

/** Why an account is charged there, as a sentence: what it names, and what took the place of what is not valid. */
function wayOf({ named, chain }: Account): string {
  if (!named) return 'It was decided in the run.';
  const over = chain.filter(({ valid }) => !valid).map(({ identifier }) => identifier);
  const last = chain.at(-1)?.identifier;
  if (over.length === 0 || last === undefined) return `It names ${named}.`;
  const invalid = `not valid on the posting day, so ${last} pays`;
  if (over.length === 1 && over[0] === named) return `It names ${named}, which is ${invalid}.`;
  return `It names ${named}; ${over.join(', ')} ${over.length === 1 ? 'is' : 'are'} ${invalid}.`;
}
