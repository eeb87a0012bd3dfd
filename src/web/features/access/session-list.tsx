import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { InputOf } from '#calls/call.ts';
import { endSession, endSessions, listSessions, type Session } from '#calls/sessions.ts';
import { change, wholeQueryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { useConfirmFirst, type Ending } from './confirm-first.tsx';
import { deviceOf } from './device.ts';
import { Part } from './part.tsx';

/** Who has used it within this time is taken to be there. */
const PRESENT_MS = 5 * 60_000;

const personOf = ({ name, email }: Session) => name ?? email;

function stateOf({ current, last_seen_at: seen }: Session) {
  if (current) return { word: 'This session', color: 'teal' };
  const present = Date.now() - Date.parse(seen) < PRESENT_MS;
  return present ? { word: 'In use', color: 'blue' } : { word: 'Idle', color: 'gray' };
}

function detailsOf(session: Session): string[] {
  const { address, created_at: began, last_seen_at: seen, expires_at: ends } = session;
  const from = address ? ` from ${address}` : '';
  return [
    `Last used ${formatMoment(seen)}${from}`,
    `Signed in ${formatMoment(began)}, ends ${formatMoment(ends)} at the latest`,
  ];
}

/** The address and the browser of somebody else, where their name is above it. */
const ownerOf = ({ name, email, user_agent: browser }: Session) =>
  [name && email, deviceOf(browser)].filter(Boolean).join(', ');

const endOne = (session: Session, mine: boolean): Ending => ({
  question: 'End this session?',
  about: mine ? deviceOf(session.user_agent) : `${personOf(session)}, ${deviceOf(session.user_agent)}`,
  run: async () => {
    await change(endSession, { id: session.id });
    return 'The session has ended.';
  },
  failed: 'The session could not be ended.',
});

const endAll = (email: string, question: string, about: string): Ending => ({
  question,
  about,
  run: async () => {
    const { length: count } = await change(endSessions, { by_email: email });
    return count === 1 ? 'One session has ended.' : `${count} sessions have ended.`;
  },
  failed: 'The sessions could not be ended.',
});

const endOthers = (others: readonly Session[]): Ending =>
  endAll(
    others[0]?.email ?? '',
    others.length === 1 ? 'End the other session?' : `End ${others.length} other sessions?`,
    'You stay signed in here.',
  );

/** Ends something once the person has said Yes. */
type Confirm = ReturnType<typeof useConfirmFirst>['confirm'];

interface SessionListProps {
  whose: InputOf<typeof listSessions>;
  /** They are those of the person who reads it. */
  mine: boolean;
}

/** Where people are signed in, and the way to end it. */
export function SessionList({ whose, mine }: SessionListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const load = useLoad(wholeQueryOf(listSessions, whose, { keeps: true }));
  const { confirm, busy, shown } = useConfirmFirst(heading);
  const all = dataOf(load)?.data ?? [];
  const others = mine ? all.filter(({ current }) => !current) : [];
  return (
    <Part
      title="Sessions"
      heading={heading}
      action={
        others.length > 0 && (
          <Button
            variant="default"
            disabled={busy}
            onClick={({ currentTarget }) => confirm(currentTarget, endOthers(others))}
          >
            End all others
          </Button>
        )
      }
    >
      <Loaded load={load} failed="The sessions could not be loaded" height={120}>
        {({ data, meta: { total } }) =>
          data.length === 0 ? (
            <EmptyState title="No session matches">Nobody of that name is signed in.</EmptyState>
          ) : (
            <Entries label="Sessions" page={1} pages={1} onPage={() => undefined} left={total - data.length}>
              {data.map((session) => (
                <Entry
                  key={session.id}
                  level={3}
                  title={mine ? deviceOf(session.user_agent) : personOf(session)}
                  details={[...(mine ? [] : [ownerOf(session)]), ...detailsOf(session)]}
                  state={stateOf(session)}
                  action={
                    session.current ? (
                      <LogOut />
                    ) : (
                      <EndButtons session={session} mine={mine} all={all} confirm={confirm} busy={busy} />
                    )
                  }
                />
              ))}
            </Entries>
          )
        }
      </Loaded>
      {shown}
    </Part>
  );
}

function LogOut() {
  return (
    <Button
      component={Link}
      to="/unauth/logout"
      preload={false}
      size="xs"
      variant="default"
      leftSection={<IconLogout size={14} aria-hidden />}
    >
      Log Out
    </Button>
  );
}

interface EndButtonsProps {
  session: Session;
  mine: boolean;
  /** All sessions that are listed. */
  all: readonly Session[];
  confirm: Confirm;
  busy: boolean;
}

/** Ends a session, and at the first one of another person all of theirs. */
function EndButtons({ session, mine, all, confirm, busy }: EndButtonsProps) {
  const theirs = all.filter(({ email, current }) => email === session.email && !current);
  const count = theirs.length;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={busy}
        aria-label={`End the session of ${mine ? deviceOf(session.user_agent) : personOf(session)}`}
        onClick={({ currentTarget }) => confirm(currentTarget, endOne(session, mine))}
      >
        End
      </Button>
      {!mine && theirs[0] === session && count > 1 && (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={`End all ${count} sessions of ${personOf(session)}`}
          onClick={({ currentTarget }) =>
            confirm(currentTarget, endAll(session.email, `End all ${count} sessions?`, personOf(session)))
          }
        >
          End all {count}
        </Button>
      )}
    </>
  );
}
