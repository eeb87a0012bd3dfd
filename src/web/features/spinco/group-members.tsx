import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeableGroup } from '#calls/security-groups.ts';
import { groupMembersQuery } from '#web/data/security-groups.ts';
import { loadOf } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './spinco.module.css';

const TYPING_PAUSE_MS = 200;

interface GroupMembersProps {
  /** The group that is chosen; null for none that was read. */
  group: ChangeableGroup | null;
  /** When the directory was last read; null: never. */
  readAt: string | null;
}

/** Who is in the group that is chosen, as it was last read or changed here. */
export function GroupMembers({ group, readAt }: GroupMembersProps) {
  return (
    <aside className={classes.panel} aria-label="Who is in it">
      <h2>Who is in it</h2>
      {group ? (
        <Members key={group.id} group={group} />
      ) : (
        <Text size="sm" c="dimmed">
          Choose a group to see who is in it.
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {readAt === null
          ? 'The directory was not read yet.'
          : `Read from the directory ${formatMoment(readAt)}.`}
      </Text>
    </aside>
  );
}

function Members({ group: { id, name, refused } }: { group: ChangeableGroup }) {
  const [sought, setSought] = useState('');
  const [settled] = useDebouncedValue(sought.trim(), TYPING_PAUSE_MS);
  const load = loadOf(useQuery({ ...groupMembersQuery(id, settled), placeholderData: keepPreviousData }));
  return (
    <>
      <Text size="sm">
        <Link
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: 'ad_groups', modelId: String(id) }}
        >
          {name}
        </Link>
      </Text>
      {refused !== null && <p className={classes.refused}>{refused}</p>}
      <TextInput
        size="xs"
        type="search"
        aria-label="Search who is in it"
        placeholder="Search by name or address"
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <Loaded load={load} failed="Who is in it could not be loaded" height={80}>
        {({ data, meta: { total } }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {total === 0
                ? settled === ''
                  ? 'Nobody is in it.'
                  : 'Nobody like that is in it.'
                : `${grouped(total)} ${total === 1 ? 'person' : 'people'}`}
            </Text>
            <ul className={classes.members} aria-label={`People in ${name}`}>
              {data.map((person) => (
                <li key={person.id}>
                  <span>{person.name}</span>
                  <span className={classes.soft}>{person.email}</span>
                  {person.chain.length > 0 && <span className={classes.fact}>through another group</span>}
                </li>
              ))}
            </ul>
            {total > data.length && (
              <Text size="xs" c="dimmed">
                and {grouped(total - data.length)} more: search for those that you mean.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
