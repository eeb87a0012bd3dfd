import type { DateField } from '#kernel/fields/date.ts';
import { daysFilter } from '../filters/days-filter.tsx';
import { lastDaysFilter } from '../filters/last-days-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

export const dateKind: WebKind<DateField> = {
  ...plainKind,
  Input: LateInput,
  filter: (operation) =>
    ({ day: daysFilter, 'last-days': lastDaysFilter })[operation as string] ?? textFilter,
  column: () => fixedColumn(126),
};
