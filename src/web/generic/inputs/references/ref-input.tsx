import {
  CloseButton,
  Combobox,
  InputBase,
  Loader,
  Text,
  useCombobox,
  type ComboboxStore,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { grouped } from '#kernel/written.ts';
import { inputBasics, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';
import {
  noneOption,
  noneWords,
  optionLabel,
  useChosen,
  useRefOptions,
  type RefOption,
} from './ref-options.ts';
import { useTypedReference } from './use-typed-reference.ts';
import classes from './ref-input.module.css';

const TYPING_PAUSE_MS = 200;

interface RefInputProps extends InputProps<RefField> {
  /** The choice can be taken back to none at all, as in a filter. */
  clearable?: boolean;
}

/**
 * A reference: a list of names to choose from, searched on the server while one types, so that it is as
 * quick with a hundred thousand targets. The value is the id; 'None' has the id -9999.
 */
export function RefInput({ clearable = false, ...props }: RefInputProps) {
  const { field, name, value, onChange, onPresetGone, row, look, locked } = props;
  const { search, choice, problem, ...typed } = useTypedReference(props);
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.updateSelectedOptionIndex('active'),
  });
  const open = combobox.dropdownOpened;
  const { found, options, searches, outdated, settled } = useSearchedOptions(field, search, open);
  const { option, gone } = useChosen(field, name, choice, row);
  // Nobody chose a default: where its record is not there, the input is as if there were none.
  const presetGone = gone && !row && !clearable && value === field.default;
  // A filter that is not set has no choice, not even None.
  const unset = clearable && choice === null;
  const chosen = presetGone || unset ? null : option;
  useEffect(() => {
    if (presetGone) onPresetGone?.();
  }, [presetGone, onPresetGone]);

  const choose = (id: number) => {
    typed.choose(id);
    combobox.closeDropdown();
  };
  const enter = useEnterTakesFirst(combobox, {
    searches,
    outdated,
    settled,
    first: options[0]?.id,
    onTake: choose,
  });
  const label = chosen ? optionLabel(chosen) : '';
  // There was text in place of a record before, such as in a draft.
  const shown = typeof choice === 'string' && choice !== '' ? choice : label;
  const waiting = open && (found.isFetching || outdated);
  const clears = clearable && typeof value === 'number';
  return (
    <Combobox
      store={combobox}
      readOnly={locked}
      onOptionSubmit={(id) => choose(Number(id))}
      withinPortal
      size={look === 'cell' ? 'xs' : 'sm'}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputBasics({ ...props, error: props.error || problem })}
          value={search ?? shown}
          placeholder={clearable ? 'All' : 'Type to search'}
          spellCheck={false}
          aria-busy={waiting || undefined}
          onChange={(event) => {
            enter.forget();
            typed.type(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => !locked && combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => {
            enter.forget();
            combobox.closeDropdown();
            // Where the window alone lost the focus, the person goes on typing after the return.
            if (document.activeElement !== event.currentTarget) typed.leave(label);
          }}
          onKeyDown={(event) => {
            enter.forget();
            if (event.key === 'Enter' && searches && outdated) enter.wait();
            if (event.key === 'Escape' && open) typed.undo();
            keepKeysInside(event);
          }}
          rightSectionPointerEvents={clears ? 'all' : 'none'}
          rightSection={
            <RightSection {...{ waiting, clears }} label={field.label} onClear={() => onChange(null)} />
          }
        />
      </Combobox.Target>
      <Choices label={field.label} options={options} chosen={chosen} found={found} />
    </Combobox>
  );
}

interface SearchedOptions {
  found: ReturnType<typeof useRefOptions>;
  /** With None where it is a choice and matches. */
  options: readonly RefOption[];
  /** Something is typed. */
  searches: boolean;
  /** The options are those of an earlier search. */
  outdated: boolean;
  /** The text that they were searched by. */
  settled: string;
}

/** The choices for what is typed, once one pauses. */
function useSearchedOptions(field: RefField, search: string | null, open: boolean): SearchedOptions {
  const [settled] = useDebouncedValue(search ?? '', TYPING_PAUSE_MS);
  const found = useRefOptions(field, settled, open);
  const sought = settled.trim().toLowerCase();
  const noneMatches = field.none !== 'never' && noneWords(field).some((word) => word.startsWith(sought));
  return {
    found,
    options: noneMatches ? [noneOption(field), ...found.options] : found.options,
    searches: search !== null && search.trim() !== '',
    outdated: settled !== (search ?? '') || found.outdated,
    settled,
  };
}

interface Search extends Pick<SearchedOptions, 'searches' | 'outdated' | 'settled'> {
  /** The first of them. */
  first: number | undefined;
  /** Enter was pressed before they were there. */
  onTake: (id: number) => void;
}

/**
 * With the result of a search Enter takes its first line; before it Enter waits for the result, and takes nothing of the
 * list that is still there. 'None' is never taken by accident.
 */
function useEnterTakesFirst(
  combobox: ComboboxStore,
  { searches, outdated, settled, first, onTake }: Search,
): { wait: () => void; forget: () => void } {
  const { selectFirstOption, resetSelectedOption } = combobox;
  const waits = useRef(false);
  const take = useEffectEvent(onTake);
  useEffect(() => {
    if (!searches) return;
    if (outdated) return resetSelectedOption();
    const waited = waits.current;
    waits.current = false;
    if (first === undefined || first === NONE_ID) return;
    if (waited) take(first);
    else selectFirstOption();
  }, [searches, outdated, first, settled, selectFirstOption, resetSelectedOption]);
  return {
    wait: () => {
      waits.current = true;
    },
    forget: () => {
      waits.current = false;
    },
  };
}

interface RightSectionProps {
  waiting: boolean;
  /** The choice can be taken back. */
  clears: boolean;
  label: string;
  onClear: () => void;
}

function RightSection({ waiting, clears, label, onClear }: RightSectionProps) {
  if (waiting) return <Loader size={14} />;
  if (!clears) return <Combobox.Chevron />;
  return (
    <CloseButton
      size="sm"
      aria-label={`Clear ${label}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  );
}

interface ChoicesProps {
  label: string;
  options: readonly RefOption[];
  chosen: RefOption | null;
  found: ReturnType<typeof useRefOptions>;
}

function Choices({ label, options, chosen, found }: ChoicesProps) {
  return (
    <Combobox.Dropdown miw={220}>
      <Combobox.Options mah={280} className={classes.options} aria-label={label}>
        {options.map((option) => (
          <ChoiceLine key={option.id} option={option} active={option.id === (chosen?.id ?? null)} />
        ))}
      </Combobox.Options>
      <Remark found={found} shown={options.length} />
    </Combobox.Dropdown>
  );
}

function ChoiceLine({ option, active }: { option: RefOption; active: boolean }) {
  const beside = [option.rest, option.remark].filter(Boolean).join(' · ');
  return (
    <Combobox.Option value={String(option.id)} active={active} className={classes.option}>
      <span className={option.id === NONE_ID ? classes.none : undefined}>{option.main}</span>
      {beside && (
        <Text span size="xs" c="dimmed" className={classes.rest}>
          {beside}
        </Text>
      )}
    </Combobox.Option>
  );
}

interface RemarkProps {
  found: ReturnType<typeof useRefOptions>;
  shown: number;
}

/** The note below the choices: that there are none, that there are more, or that loading failed. */
function Remark({ found, shown }: RemarkProps) {
  if (found.error)
    return (
      <Combobox.Footer className={classes.remark} role="alert">
        {found.error.message}
      </Combobox.Footer>
    );
  const more = found.total - found.options.length;
  const text = found.loaded
    ? shown === 0
      ? 'Nothing matches.'
      : more > 0 && `${grouped(more)} more. Type to narrow the list.`
    : 'Loading…';
  return text ? <Combobox.Footer className={classes.remark}>{text}</Combobox.Footer> : null;
}
