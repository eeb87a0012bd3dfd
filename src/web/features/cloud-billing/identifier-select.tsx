import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { grouped } from '#kernel/written.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';
import { identifiersQuery } from './spend.ts';
import { ALL, type ChosenIdentifier } from './use-identifier.ts';
import classes from './cloud-billing.module.css';

const TYPING_PAUSE_MS = 200;

interface IdentifierSelectProps {
  /** The key of the search in the address; empty for all. */
  searched: string;
  chosen: ChosenIdentifier;
  ref: Ref<HTMLInputElement>;
}

/**
 * One of the identifiers that were charged, or all. They are searched on the server while one types. The text is that of the
 * person until they leave it: what is no choice stays, with the reason.
 */
export function IdentifierSelect({ searched, chosen, ref }: IdentifierSelectProps) {
  const { text, problem, write, settle } = chosen;
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.updateSelectedOptionIndex('active'),
  });
  const opened = combobox.dropdownOpened;
  const found = useIdentifiers(text, searched, opened);
  const select = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select();
  return (
    <div className={classes.identifier}>
      <Combobox
        store={combobox}
        onOptionSubmit={(next) => {
          write(next);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <InputBase
            ref={ref}
            label="Identifier"
            value={text}
            error={problem}
            spellCheck={false}
            autoComplete="off"
            aria-busy={found.isPending || undefined}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            onChange={({ currentTarget }) => {
              write(currentTarget.value);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            // Typing replaces what was chosen.
            onFocus={select}
            onClick={(event) => {
              if (!opened) select(event);
              combobox.openDropdown();
            }}
            onBlur={() => {
              combobox.closeDropdown();
              void settle();
            }}
            onKeyDown={(event) => {
              // Where nothing is marked, Enter is the search's.
              const searches = event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1;
              if (searches) combobox.closeDropdown();
              else keepKeysInside(event);
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={280} className={classes.offered} aria-label="Identifier">
            {found.names.map((name) => (
              <Combobox.Option key={name} value={name} active={name === text}>
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {found.remark && <Combobox.Footer>{found.remark}</Combobox.Footer>}
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

/** The choices that have a text in them; all of them where it is the one that is searched. */
function useIdentifiers(text: string, searched: string, opened: boolean) {
  const isSearched = text === (searched || ALL);
  const q = isSearched ? '' : text.trim();
  const [settled] = useDebouncedValue(q, TYPING_PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...identifiersQuery(settled),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const loaded = data !== undefined && !isPlaceholderData && settled === q;
  // Until the answer is there, what is there already is narrowed, so that nothing is offered that does not match.
  const matches = (name: string) => name.toLowerCase().includes(q.toLowerCase());
  const first = searched === '' ? [ALL] : [ALL, searched];
  const others = (data?.data ?? []).filter((one) =>
    first.every((name) => name.toLowerCase() !== one.toLowerCase()),
  );
  const names = [...first, ...others].filter(matches);
  const more = loaded ? data.meta.total - data.data.length : 0;
  const none = loaded ? 'Nothing of this name was charged.' : 'Loading…';
  return {
    names,
    isPending: opened && !loaded && !error,
    remark:
      error?.message ??
      (names.length === 0 ? none : more > 0 && `${grouped(more)} more. Type to narrow the list.`),
  };
}
