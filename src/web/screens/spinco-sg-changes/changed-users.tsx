import { SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangedUser } from '#calls/security-groups.ts';
import type { SpincoSgChange, UserState } from '#resources/spinco-sg-changes.ts';
import { changedUsersQuery } from '#web/data/security-groups.ts';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import { loadOf } from '#web/generic/use-load.ts';
import { Pages, StateBadge } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import classes from './changed-users.module.css';

const PER_PAGE = 50;

const LOOKS: Readonly<Record<UserState, { word: string; color: string }>> = {
  waiting: { word: 'Waiting', color: 'gray' },
  added: { word: 'Added', color: 'teal' },
  present: { word: 'In it already', color: 'gray' },
  removed: { word: 'Removed', color: 'teal' },
  absent: { word: 'Not in it anyway', color: 'gray' },
  failed: { word: 'Refused', color: 'red' },
};
const UNREACHED = { word: 'Not reached', color: 'orange' };

/** The result of each user, in the order in which they were given; those that were refused by themselves. */
export function ChangedUsers({ change }: { change: SpincoSgChange }) {
  const [state, setState] = useState<UserState | 'All'>('All');
  const [page, setPage] = useState(1);
  const load = loadOf(
    useQuery({ ...changedUsersQuery(change, state, page, PER_PAGE), placeholderData: keepPreviousData }),
  );
  useLastPage(load, { page, perPage: PER_PAGE, toPage: setPage });
  const choices: { value: UserState | 'All'; label: string }[] = [
    { value: 'All', label: 'All' },
    {
      value: change.deed === 'add' ? 'added' : 'removed',
      label: change.deed === 'add' ? 'Added' : 'Removed',
    },
    { value: 'failed', label: 'Refused' },
  ];
  return (
    <section className={classes.part} aria-labelledby="changed-users">
      <header>
        <h2 id="changed-users">Users</h2>
        <SegmentedControl
          size="xs"
          data={choices}
          value={state}
          aria-label="Which users"
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      </header>
      <Loaded load={load} failed="The users could not be loaded">
        {({ data, meta: { total }, isOver }) => (
          <>
            <Text size="sm" c="dimmed" role="status" mb="xs">
              {grouped(total)} {total === 1 ? 'user' : 'users'}
            </Text>
            {data.length > 0 && (
              <ul className={classes.users} aria-label="Users">
                {data.map((user) => (
                  <User key={user.user} user={user} isOver={isOver} />
                ))}
              </ul>
            )}
            <Pages page={page} pages={Math.ceil(total / PER_PAGE)} onPage={setPage} what="users" />
          </>
        )}
      </Loaded>
    </section>
  );
}

function User({ user: { user, name, state, message }, isOver }: { user: ChangedUser; isOver: boolean }) {
  const look = isOver && state === 'waiting' ? UNREACHED : LOOKS[state];
  return (
    <li>
      <div>
        <b>{name ?? user}</b>
        {name !== null && <span className={classes.soft}>{user}</span>}
        {message !== null && <span className={classes.message}>{message}</span>}
      </div>
      <StateBadge {...look} />
    </li>
  );
}
