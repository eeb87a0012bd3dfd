import { CloseButton, Combobox, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { grouped } from '#kernel/written.ts';
import { inputBasics, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';
import { NONE_OPTION, optionLabel, useChosen, useRefOptions, type RefOption } from './ref-options.ts';
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
  const [settled] = useDebouncedValue(search ?? '', TYPING_PAUSE_MS);
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.updateSelectedOptionIndex('active'),
  });
  const open = combobox.dropdownOpened;
  const found = useRefOptions(field, settled, open);
  const { option, gone } = useChosen(field, name, choice, row);
  // Nobody chose a default: where its record is not there, the input is as if there were none.
  const presetGone = gone && !row && !clearable && value === field.default;
  // A filter that is not set has no choice, not even None.
  const unset = clearable && choice === null;
  const chosen = presetGone || unset ? null : option;
  useEffect(() => {
    if (presetGone) onPresetGone?.();
  }, [presetGone, onPresetGone]);

  const noneMatches = field.none !== 'never' && 'none'.startsWith(settled.trim().toLowerCase());
  const options = noneMatches ? [NONE_OPTION, ...found.options] : found.options;
  const searches = search !== null && search.trim() !== '';
  const outdated = settled !== (search ?? '') || found.outdated;
  const { selectFirstOption, resetSelectedOption } = combobox;
  const first = options[0]?.id;
  useEffect(() => {
    if (!searches) return;
    // With the result of a search Enter takes its first line, and before it nothing of the list that is still
    // there; 'None' is never taken by accident.
    if (outdated) resetSelectedOption();
    else if (first !== undefined && first !== NONE_ID) selectFirstOption();
  }, [searches, outdated, first, settled, selectFirstOption, resetSelectedOption]);

  const choose = (id: string) => {
    typed.choose(Number(id));
    combobox.closeDropdown();
  };
  const label = chosen ? optionLabel(chosen) : '';
  // There was text in place of a record before, such as in a draft.
  const shown = typeof choice === 'string' && choice !== '' ? choice : label;
  const waiting = open && (found.isFetching || outdated);
  return (
    <Combobox
      store={combobox}
      readOnly={locked}
      onOptionSubmit={choose}
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
            typed.type(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => !locked && combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => {
            combobox.closeDropdown();
            // Where the window alone lost the focus, the person goes on typing after the return.
            if (document.activeElement !== event.currentTarget) typed.leave(label);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && open) typed.undo();
            keepKeysInside(event);
          }}
          rightSectionPointerEvents={clearable && typeof value === 'number' ? 'all' : 'none'}
          rightSection={
            waiting ? (
              <Loader size={14} />
            ) : clearable && typeof value === 'number' ? (
              <CloseButton
                size="sm"
                aria-label={`Clear ${field.label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown miw={220}>
        <Combobox.Options mah={280} className={classes.options} aria-label={field.label}>
          {options.map((option) => (
            <ChoiceLine key={option.id} option={option} active={option.id === (chosen?.id ?? null)} />
          ))}
        </Combobox.Options>
        <Remark found={found} shown={options.length} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function ChoiceLine({ option, active }: { option: RefOption; active: boolean }) {
  return (
    <Combobox.Option value={String(option.id)} active={active} className={classes.option}>
      <span className={option.id === NONE_ID ? classes.none : undefined}>{option.main}</span>
      {option.rest && (
        <Text span size="xs" c="dimmed" className={classes.rest}>
          {option.rest}
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
