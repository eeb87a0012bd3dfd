import { Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { hyphenated } from '#kernel/cloud/cloud-request.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';
import { lookUpShortly } from '#web/generic/inputs/references/short-name.ts';
import { ChoicesFailed } from './choices-failed.tsx';
import { typeHyphens } from './hyphens.ts';
import { useRecordChoices, type OfferedGroup, type Records } from './record-choices.ts';
import classes from './factory.module.css';

interface RecordChoiceProps {
  input: InputProps;
  source: Records;
  /** White space becomes a hyphen. */
  hyphens: boolean;
}

/** The index of the marked choice among those that are shown; -1 where none is marked. */
const markedIn = (list: HTMLElement | null): number =>
  Array.from(list?.querySelectorAll('[data-combobox-option]') ?? []).findIndex((one) =>
    one.hasAttribute('data-combobox-selected'),
  );

/** Names of records of one or several models, which are searched while one types. */
export function RecordChoice({ input, source, hyphens }: RecordChoiceProps) {
  const { field, value, onChange, locked } = input;
  const takeWholeName = useWholeName(input, source, hyphens);
  const list = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState('');
  const combobox = useCombobox({
    // The text in the input when the list is opened was chosen: everything is offered beside it.
    onDropdownOpen: () => setSought(''),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const open = combobox.dropdownOpened;
  const { groups, isPending, failed } = useRecordChoices(source, { sought, open, hyphens });

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    combobox.openDropdown();
    combobox.resetSelectedOption();
    onChange(hyphens ? typeHyphens(event) : typed);
    setSought(typed);
  };
  const keepKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    // An answer may have come below the mark: its present position counts.
    const marked = open ? markedIn(list.current) : -1;
    combobox.updateSelectedOptionIndex(marked);
    if (event.key !== 'Enter' || marked !== -1) {
      keepKeysInside(event);
    } else if (open && (isPending || groups.length > 0)) {
      // Done with the list, not with the form, which takes the next one.
      event.preventDefault();
      event.stopPropagation();
      combobox.closeDropdown();
    }
  };
  const leave = () => {
    combobox.closeDropdown();
    takeWholeName();
  };
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return (
    <>
      <Combobox
        store={combobox}
        readOnly={locked}
        size="sm"
        onOptionSubmit={(name) => {
          onChange(name);
          combobox.closeDropdown();
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <InputBase
            {...inputBasics(input)}
            value={textOf(value)}
            placeholder={source.open ? undefined : 'Type to search'}
            spellCheck={false}
            aria-busy={isPending || undefined}
            onChange={type}
            onClick={() => !locked && combobox.openDropdown()}
            // Typing replaces what was chosen.
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={leave}
            onKeyDown={keepKeys}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={locked || groups.length === 0}>
          <Combobox.Options ref={list} mah={280} className={classes.offered} aria-label={field.label}>
            <Offered groups={groups} isOne={source.models.length === 1} />
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {failed.length > 0 && (
        <ChoicesFailed what={failed.map(({ label }) => label).join(', ')} onRetry={retry} />
      )}
    </>
  );
}

/** Who typed a short name and left it means the record of that name: its whole name takes the place of the short one. */
function useWholeName(
  { value, onChange, onPending }: InputProps,
  source: Records,
  hyphens: boolean,
): () => void {
  const queries = useQueryClient();
  const latest = useRef(textOf(value));
  useEffect(() => {
    latest.current = textOf(value);
  });
  return () => {
    const typed = textOf(value);
    const work = Promise.all(
      source.models.map(async ({ model, ...naming }) => lookUpShortly(queries, model, naming, typed)),
    ).then((names) => {
      const whole = names.find((name) => name !== null);
      // Something else was typed meanwhile.
      if (typeof whole === 'string' && latest.current === typed)
        onChange(hyphens ? hyphenated(whole) : whole);
    });
    onPending?.(work);
  };
}

/** The choices; records of one model need no heading. */
function Offered({ groups, isOne }: { groups: readonly OfferedGroup[]; isOne: boolean }) {
  return groups.map(({ model, label, items }) => {
    const options = items.map(({ name, about }) => (
      <Combobox.Option key={name} value={name} className={classes.option}>
        <span>{name}</span>
        <Text span size="xs" c="dimmed">
          {about}
        </Text>
      </Combobox.Option>
    ));
    return isOne ? (
      options
    ) : (
      <Combobox.Group key={model} label={label}>
        {options}
      </Combobox.Group>
    );
  });
}
