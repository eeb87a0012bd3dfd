import { parseInstant } from '#kernel/dates.ts';
import type { InstantField } from '#kernel/fields/instant.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { daysFilter } from '../filters/days-filter.tsx';
import { lastDaysFilter } from '../filters/last-days-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

export const instantKind: WebKind<InstantField> = {
  ...plainKind,
  Input: LateInput,
  filter: (operation) => (operation === 'day' ? daysFilter : lastDaysFilter),
  // It never contains an input with buttons.
  column: () => fixedColumn(116),
  Shown: ({ value, none }) =>
    typeof value === 'string' && value !== '' ? <time dateTime={value}>{formatMoment(value)}</time> : none,
  open: (value) =>
    typeof value === 'string' && value !== '' && parseInstant(value) === null
      ? `'${value}' is no moment. Write it as 03-29-2026 14:05.`
      : null,
};
