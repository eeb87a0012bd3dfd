import { inWords, type FilterWay } from './filter-way.ts';
import { TypedInput } from './typed-input.tsx';

/** Text that is contained in the value. */
export const textFilter: FilterWay = {
  room: 'typed',
  Input: ({ label, value, onChange }) => <TypedInput label={label} value={value} onChange={onChange} />,
  Words: inWords((value) => value),
};
