import { Suspense } from 'react';
import { asReference } from '#kernel/fields/kinds.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { late } from '#web/ui/pages/late.tsx';
import { optionLabel, useChosen } from '../inputs/references/ref-options.ts';
import type { FilterInputProps, FilterWay, FilterWordsProps } from './filter-way.ts';

const RefInput = late(async () => ({
  default: (await import('../inputs/references/ref-input.tsx')).RefInput,
}));

/** A record that is chosen from a list, or None. */
function RecordInput({ field, label, value, onChange }: FilterInputProps) {
  const reference = asReference(field);
  if (!reference) return null;
  return (
    <Suspense>
      <RefInput
        name=""
        look="cell"
        mode="create"
        field={{ ...reference, label, none: 'always', hint: undefined }}
        value={value === '' ? null : Number(value)}
        // Text that names no record narrows nothing; the input says so.
        onChange={(id) => typeof id !== 'string' && onChange(typeof id === 'number' ? String(id) : '')}
        clearable
      />
    </Suspense>
  );
}

function RecordWords({ field, value }: FilterWordsProps) {
  const reference = asReference(field);
  return reference && /^-?\d+$/.test(value) ? <Named field={reference} id={Number(value)} /> : value;
}

function Named({ field, id }: { field: NonNullable<ReturnType<typeof asReference>>; id: number }) {
  const { option } = useChosen({ ...field, none: 'always' }, '', id === NONE_ID ? NONE_ID : id);
  return option ? optionLabel(option) : '…';
}

export const recordFilter: FilterWay = { room: 'typed', Input: RecordInput, Words: RecordWords };
