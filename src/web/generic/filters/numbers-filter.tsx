import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import { inWords, type FilterWay } from './filter-way.ts';
import { readTypedRange, spokenRange } from './number-range.ts';
import { TypedInput } from './typed-input.tsx';

/** A range whose ends the field can have. */
function readFor(field: Field, text: string): string | null {
  const word = readTypedRange(text);
  const ends = (word ?? '').split('..').filter(Boolean);
  return ends.some((end) => 'error' in kindOf(field).readFilter(field, end)) ? null : word;
}

/** A number, or a range of which one end may lack. */
export const numbersFilter: FilterWay = {
  room: 'typed',
  Input: ({ field, label, value, onChange }) => (
    <TypedInput
      label={label}
      description="A number such as 20, or a range such as 10 – 20, ≥ 10 or ≤ 20"
      value={value}
      onChange={onChange}
      show={spokenRange}
      read={(text) => readFor(field, text)}
      inputMode="decimal"
    />
  ),
  Words: inWords(spokenRange),
};
