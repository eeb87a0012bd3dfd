import type { Mail } from '#kernel/work.ts';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { mailsQuery } from '#web/data/work.ts';
import { SearchedList } from '#web/generic/list/searched-list.tsx';
import { listParams, useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { mailStates, shownState } from './mails.ts';
import { SendAgain } from './send-again.tsx';

const MailDrawer = lateDialog(
  async () => ({ default: (await import('./mail-drawer.tsx')).MailDrawer }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(MailDrawer.fetch);

const EMPTY = {
  none: { title: 'No mail yet', text: 'Ask for a report, and its mail is listed here.' },
  matches: { title: 'No mail matches', text: 'Clear the filters to see all of it.' },
};

/** /auth/outbox: the mails of the portal, the state of each, and its text. */
export function OutboxPage() {
  const [state, change] = useListState();
  const [opened, setOpened] = useState<number | null>(null);
  const chosen = mailStates.find(({ value }) => value === state.filters.state)?.value;
  const mails = useLoad(
    mailsQuery(listParams({ ...state, sort: null, filters: chosen ? { state: chosen } : {} })),
  );
  const noServer = dataOf(mails)?.meta.mail_server === false;
  return (
    <>
      <PageHeader title="Outbox" description="The mails that the portal writes, such as reports." />
      <SearchedList
        label="Outbox"
        state={state}
        change={change}
        choices={[{ key: 'state', label: 'State', choices: mailStates, value: chosen ?? '' }]}
        load={mails}
        note={
          noServer && (
            <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
              No mail server is configured, so mail stays here to be read. Set SMTP_URL to have it sent.
            </Alert>
          )
        }
        failed="The mails could not be loaded"
        empty={EMPTY}
      >
        {({ data }, pages) => (
          <Entries label="Mails" {...pages}>
            {data.map((mail) => (
              <MailEntry key={mail.id} mail={mail} onOpen={() => setOpened(mail.id)} />
            ))}
          </Entries>
        )}
      </SearchedList>
      <Suspense>{opened !== null && <MailDrawer id={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

function MailEntry({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  const { state, last_error: error, next_try: nextTry, attachments } = mail;
  const next = nextTry && `Tried again at ${formatMoment(nextTry)}`;
  const when = mail.sent_at
    ? `sent ${formatMoment(mail.sent_at)}`
    : `written ${formatMoment(mail.created_at)}`;
  return (
    <Entry
      title={mail.subject}
      onOpen={onOpen}
      details={[`To ${mail.to}, ${when}`, attachments.map(({ name }) => name).join(', ')].filter(Boolean)}
      trouble={error && state !== 'sent' ? { text: error, next, isFinal: state === 'failed' } : null}
      state={shownState(mail)}
      // Without a mail server nothing can be sent; the opened mail says why.
      action={state !== 'kept' && <SendAgain mail={mail} small />}
    />
  );
}
