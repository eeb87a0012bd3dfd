import type { InstantField } from '#kernel/fields/instant.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { daysFilter } from '../filters/days-filter.tsx';
import { lastDaysFilter } from '../filters/last-days-filter.tsx';
import type { WebKind } from './kind.ts';
import { ReadOnlyInput } from './read-only.tsx';
import { fixedColumn, plainKind } from './shown.tsx';

export const instantKind: WebKind<InstantField> = {
  ...plainKind,
  Input: ReadOnlyInput,
  filter: (operation) => (operation === 'day' ? daysFilter : lastDaysFilter),
  // No input with buttons ever stands in it.
  column: () => fixedColumn(116),
  Shown: ({ value, none }) =>
    typeof value === 'string' && value !== '' ? <time dateTime={value}>{formatMoment(value)}</time> : none,
};
