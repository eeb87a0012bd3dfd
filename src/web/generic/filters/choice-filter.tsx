import type { Field } from '#kernel/fields/kinds.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { inWords, type FilterWay } from './filter-way.ts';

interface Option {
  value: string;
  label: string;
}

/** The choice of no filter. */
export const ALL: Option = { value: '', label: 'All' };

/** One of a few words, and All. `optionsOf` has those of a field. */
export function choiceFilter(
  optionsOf: (field: Field) => readonly Option[],
  say: (value: string) => string = (value) => value,
): FilterWay {
  const named = (value: string, field: Field) =>
    optionsOf(field).find((option) => option.value === value)?.label ?? say(value);
  return {
    room: 'chosen',
    Input: ({ field, label, choices, value, onChange }) => {
      const options = choices?.map((choice) => ({ value: choice, label: choice })) ?? optionsOf(field);
      const known = value === '' || options.some((option) => option.value === value);
      return (
        <ChoiceSelect
          size="xs"
          aria-label={label}
          // A link may narrow by what is none of the choices, which is still to be seen.
          choices={[ALL, ...options, ...(known ? [] : [{ value, label: say(value) }])]}
          value={value}
          onChange={onChange}
        />
      );
    },
    Words: inWords(named),
  };
}

/** One of the words that the declaration of the filter names. */
export const givenChoices = choiceFilter(() => []);
