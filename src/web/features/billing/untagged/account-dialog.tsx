import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountSpend, ServiceSpend } from '#calls/untagged.ts';
import { formatDay } from '#kernel/dates.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney, formatShare } from '../amounts.ts';
import { PROVIDERS, runAddress } from '../billing.ts';
import { RecordLink } from '../chain.tsx';
import lines from '../lines.module.css';
import runs from '../run.module.css';
import tables from '../tables.module.css';
import classes from './untagged.module.css';
import { GAPS_PAGE, gapsQuery, SERVICES_PAGE, servicesQuery, type SpendFilter } from './untagged.ts';

interface AccountDialogProps {
  account: AccountSpend;
  filter: SpendFilter;
  onClose: () => void;
}

/** The services of an account whose lines lack tags, and these lines. */
export default function AccountDialog({ account, filter, onClose }: AccountDialogProps) {
  const { identifier, amount, currency, share, owner_email: owner, owner_name: name } = account;
  const [page, setPage] = useState(1);
  const load = useLoad(servicesQuery(filter, identifier, page));
  return (
    <SideDialog
      onClose={onClose}
      position="right"
      size="lg"
      title={`Untagged spend of ${account.name ?? identifier}`}
    >
      <p className={runs.sum}>{formatMoney(amount, currency)}</p>
      <Text size="sm" c="dimmed">
        {[formatMonth(filter.month), share !== null && `${formatShare(share)} of what it spends`]
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Text size="sm" mt={4} className={classes.links}>
        Account{' '}
        <RecordLink model="cloud_parents" id={account.cloud_parent_id} text={account.name ?? identifier} />
        {account.name !== null && ` (${identifier})`}
        {owner === null ? (
          ', which has no owner'
        ) : (
          <>
            {' of '}
            <RecordLink model="cloud_contacts" id={account.cloud_contact_id} text={name ?? owner} />
          </>
        )}
      </Text>
      <h3 className={lines.subhead}>Services</h3>
      <Loaded load={load} failed="The services could not be loaded">
        {({ data, meta: { total } }) => (
          <>
            <ul className={lines.lines} aria-label="Services">
              {data.map((service) => (
                <ServiceEntry
                  key={`${service.billing_run} ${service.currency} ${service.service}`}
                  service={service}
                  of={{ identifier, lacks: filter.lacks }}
                />
              ))}
            </ul>
            <Pages what="services" page={page} pages={Math.ceil(total / SERVICES_PAGE)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </SideDialog>
  );
}

interface ServiceProps {
  service: ServiceSpend;
  of: { identifier: string; lacks: string };
}

function ServiceEntry({ service, of }: ServiceProps) {
  const [open, setOpen] = useState(false);
  const { service: called, billing_run: run, provider, amount, currency, share } = service;
  const name = called ?? 'No service is given';
  const count = `${grouped(service.lines)} ${service.lines === 1 ? 'line' : 'lines'}`;
  return (
    <li>
      <div className={lines.lineHead}>
        <strong>{name}</strong>
        <span>{formatMoney(amount, currency)}</span>
      </div>
      <span className={`${tables.soft} ${classes.links}`}>
        {share !== null && `${formatShare(share)} of what it comes to · `}
        <Link to={runAddress(run)}>
          Run {run}, {PROVIDERS[provider]}
        </Link>
      </span>
      <Button
        ml={-8}
        variant="subtle"
        size="compact-xs"
        aria-expanded={open}
        aria-label={`${open ? 'Hide' : 'Show'} ${count} of ${name}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide' : 'Show'} {count}
      </Button>
      {open && <Gaps service={service} of={of} />}
    </li>
  );
}

/** The lines that lack the tags, as the file has them. */
function Gaps({ service, of }: ServiceProps) {
  const [page, setPage] = useState(1);
  const load = useLoad(gapsQuery(service, of, page));
  return (
    <Loaded load={load} failed="The lines could not be loaded" height={80}>
      {({ data, meta: { total } }) => (
        <>
          <ul className={lines.lines} aria-label={`Lines of ${service.service ?? 'no service'}`}>
            {data.map(({ line, day, kind, description, amount, currency }) => (
              <li key={line}>
                <div className={lines.lineHead}>
                  <span>Row {grouped(line)}</span>
                  <span>{formatMoney(amount, currency)}</span>
                </div>
                <span className={tables.soft}>
                  {[day && formatDay(day), kind !== 'usage' && kind, description].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <Pages
            what={`lines of ${service.service ?? 'no service'}`}
            page={page}
            pages={Math.ceil(total / GAPS_PAGE)}
            onPage={setPage}
          />
        </>
      )}
    </Loaded>
  );
}
