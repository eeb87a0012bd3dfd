import { Autocomplete, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listQuery } from '#web/data/queries.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { messages } from '#resources/messages.ts';
import { NotOffered, RemarkNote } from '#web/generic/inputs/remark-note.tsx';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';

const OFFERED = 20;
const TYPING_PAUSE_MS = 200;

/** A whole address, about which there may be something to remark. */
const isWhole = (text: string) => /^\S+@\S+\.\S+$/.test(text);

const isSame = (address: unknown, typed: string) =>
  typeof address === 'string' && address.toLowerCase() === typed.trim().toLowerCase();

/** The owner by email: the known contacts are offered, and an address that is not known yet can be typed. */
export function ContactInput(props: InputProps) {
  const { value, onChange, row } = props;
  const email = textOf(value);
  const [open, setOpen] = useState(false);
  const [sought] = useDebouncedValue(email, TYPING_PAUSE_MS);
  const { data, error } = useQuery({
    ...listQuery('cloud_contacts', { q: sought.trim(), page: 1, per_page: OFFERED, sort: 'email' }),
    enabled: open || isWhole(sought),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const contacts = new Map(data?.data.map((contact) => [textOf(contact.email), contact]));
  const known = contacts.get(email) ?? [...contacts.values()].find((contact) => isSame(contact.email, email));
  const terminated = known
    ? known.terminated
    : isSame(row?.cloud_contact_email, email) && row?.owner_terminated;
  const isTerminated = terminated === true && (
    <RemarkNote remarked={{ sentence: messages.ownerTerminated }} />
  );
  const remark = isTerminated || (error && <NotOffered names="Contacts" error={error} />);
  return (
    <Autocomplete
      {...inputBasics({ ...props, remark })}
      inputMode="email"
      spellCheck={false}
      placeholder="name@example.com"
      value={email}
      onChange={onChange}
      onDropdownOpen={() => setOpen(true)}
      onKeyDown={keepKeysInside}
      data={[...contacts.keys()]}
      // The server has searched already, in the names as well.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="xs" wrap="nowrap" flex={1}>
          <Text size="sm" truncate>
            {option.value}
          </Text>
          {contacts.get(option.value)?.terminated === true && (
            <Text size="xs" c="dimmed">
              terminated
            </Text>
          )}
        </Group>
      )}
    />
  );
}
