import type { LookupField } from '#kernel/fields/lookup.ts';
import { textFilter } from '../filters/text-filter.tsx';
import type { WebKind } from './kind.ts';
import { ReadOnlyInput } from './read-only.tsx';
import { plainKind, wordyColumn } from './shown.tsx';

/** Lists and records show a lookup as the kind of the field that it reads. */
export const lookupKind: WebKind<LookupField> = {
  ...plainKind,
  Input: ReadOnlyInput,
  filter: () => textFilter,
  column: () => wordyColumn(170),
};
