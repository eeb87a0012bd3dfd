import { Alert, Button } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ChoiceFilter, TypedFilter } from '#web/generic/list/filter-bar.tsx';
import { listParams, PAGE_SIZES, useListState } from '#web/generic/list-state.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridColumn } from '#web/grid/types.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MailDrawer } from './mail-drawer.tsx';
import { MailState } from './mail-state.tsx';
import { MAIL_STATES, mailsQuery, type Mail } from './mails.ts';
import classes from './outbox.module.css';

const NO_MAILS: Mail[] = [];

function mailColumns(onOpen: (id: number) => void): GridColumn<Mail>[] {
  const column = (id: string, header: string, width: number, text: (mail: Mail) => string) => ({
    id,
    header,
    width,
    text,
    value: text,
    align: 'left' as const,
    sortable: false,
  });
  return [
    {
      ...column('subject', 'Subject', 270, ({ subject }) => subject),
      cell: ({ id, subject }, tabIndex) => (
        <button type="button" className={classes.open} tabIndex={tabIndex} onClick={() => onOpen(id)}>
          {subject}
        </button>
      ),
    },
    column('to', 'To', 220, ({ to }) => to),
    {
      ...column('state', 'State', 105, ({ state }) => state),
      cell: ({ state }) => <MailState state={state} />,
    },
    column('written', 'Written', 155, ({ created_at }) => formatMoment(created_at)),
    column('attachment', 'Attachment', 170, ({ attachments }) =>
      attachments.map(({ name }) => name).join(', '),
    ),
    column('reason', 'Reason', 160, ({ state, last_error }) => (state === 'sent' ? '' : (last_error ?? ''))),
  ];
}

/** /auth/outbox: the mails of the portal, where each stands, and what it says. */
export function OutboxPage() {
  const [state, change] = useListState();
  const [opened, setOpened] = useState<number | null>(null);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    mailsQuery(listParams({ ...state, sort: null, filters: stateFilter(state.filters) })),
  );
  const columns = useMemo(() => mailColumns(setOpened), []);
  const filtered = state.q !== '' || Object.keys(state.filters).length > 0;
  const status = error ? 'failed' : !data ? 'loading' : isPlaceholderData ? 'refreshing' : 'ready';
  return (
    <>
      <PageHeader
        title="Outbox"
        description="Mail that the portal writes: reports, and what comes of them."
      />
      {data && !data.meta.mail_server && (
        <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
          No mail server is configured, so mail stays here to be read. Set SMTP_URL to have it sent.
        </Alert>
      )}
      {status === 'ready' && data?.meta.total === 0 && !filtered ? (
        <EmptyState title="No mail yet">Ask for a report, and its mail is listed here.</EmptyState>
      ) : (
        <>
          <div className={classes.filters} role="search" aria-label="Outbox">
            <TypedFilter
              label="Search"
              icon={<IconSearch size={16} />}
              value={state.q}
              onChange={change.setQ}
            />
            <ChoiceFilter
              label="State"
              choices={MAIL_STATES}
              value={state.filters.state ?? ''}
              onChange={(value) => change.setFilter('state', value)}
            />
            {filtered && (
              <Button variant="subtle" color="gray" onClick={change.clearFilters}>
                Clear filters
              </Button>
            )}
          </div>
          <Grid
            label="Outbox"
            widthsKey="outbox"
            columns={columns}
            rows={error ? NO_MAILS : (data?.data ?? NO_MAILS)}
            total={error ? 0 : (data?.meta.total ?? 0)}
            status={status}
            failure={error?.message}
            onRetry={() => void refetch()}
            search={{ ...state.filters, q: state.q }}
            onClearSearch={change.clearFilters}
            paging={{
              page: state.page,
              perPage: state.perPage,
              sizes: PAGE_SIZES,
              onPage: change.setPage,
              onPerPage: change.setPerPage,
            }}
          />
        </>
      )}
      {opened !== null && <MailDrawer id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Of the filters in the address, the one that the outbox has. */
const stateFilter = ({ state }: Readonly<Record<string, string>>): Record<string, string> =>
  state && MAIL_STATES.some(({ value }) => value === state) ? { state } : {};
