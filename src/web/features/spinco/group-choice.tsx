import { Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeableGroup } from '#calls/security-groups.ts';
import { groupsQuery } from '#web/data/security-groups.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { HINT_BELOW } from '#web/generic/inputs/input-props.ts';
import { grouped } from '#kernel/written.ts';
import type { SpincoFormState } from './spinco-form-state.ts';
import classes from './spinco.module.css';

const TYPING_PAUSE_MS = 200;

interface GroupChoiceProps {
  formState: SpincoFormState;
  /** The known problem of the chosen group. */
  preview: string | null;
}

/** The group, searched while one types. One that refuses changes says why, and cannot be chosen. */
export function GroupChoice({ formState, preview }: GroupChoiceProps) {
  const { value, error } = useFormField(formState, 'securityGroupName');
  const { locked } = useFormStatus(formState);
  const typed = String(value ?? '');
  const [sought, setSought] = useState('');
  const [settled] = useDebouncedValue(sought, TYPING_PAUSE_MS);
  const combobox = useCombobox({
    // The text in the input when the list is opened was chosen: every group is offered beside it.
    onDropdownOpen: () => setSought(''),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const open = combobox.dropdownOpened;
  const { data, isError, refetch } = useQuery({
    ...groupsQuery(settled),
    placeholderData: keepPreviousData,
  });
  const groups = data?.data ?? [];
  const more = (data?.meta.total ?? 0) - groups.length;
  const prefixes = data?.meta.prefixes.join(' or ');
  return (
    <Combobox
      store={combobox}
      readOnly={locked}
      onOptionSubmit={(name) => {
        formState.set('securityGroupName', name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label="Security Group"
          name="securityGroupName"
          withAsterisk
          required
          description={prefixes && `Groups whose names begin with ${prefixes} can be changed here.`}
          inputWrapperOrder={HINT_BELOW}
          placeholder="Type to search"
          spellCheck={false}
          autoComplete="off"
          disabled={locked}
          value={typed}
          error={error ?? preview}
          onChange={(event) => {
            formState.set('securityGroupName', event.currentTarget.value);
            setSought(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // Done with the list, not with the form.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={locked || (groups.length === 0 && !isError)}>
        <Combobox.Options mah={320} className={classes.offered} aria-label="Security Groups">
          {open && groups.map((group) => <GroupOption key={group.id} group={group} />)}
          {more > 0 && (
            <Combobox.Footer>
              <Text size="xs" c="dimmed">
                {grouped(more)} more: type a part of the name.
              </Text>
            </Combobox.Footer>
          )}
          {isError && !data && (
            <Combobox.Empty>
              The groups could not be loaded.{' '}
              <button type="button" className={classes.retry} onClick={() => void refetch()}>
                Retry
              </button>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function GroupOption({
  group: { name, description, member_count: count, refused },
}: {
  group: ChangeableGroup;
}) {
  const people = `${grouped(count)} ${count === 1 ? 'member' : 'members'}`;
  return (
    <Combobox.Option value={name} disabled={refused !== null} className={classes.option}>
      <span className={classes.optionName}>{name}</span>
      <Text span size="xs" className={classes.optionAbout}>
        {refused ?? [people, description].filter(Boolean).join(' · ')}
      </Text>
    </Combobox.Option>
  );
}
