import type { LongTextField } from '#kernel/fields/long-text.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import classes from './kinds.module.css';

export const longTextKind: WebKind<LongTextField> = {
  ...plainKind,
  Input: LateInput,
  wide: () => true,
  filter: () => textFilter,
  column: () => wordyColumn(220),
  Shown: ({ value, none }) =>
    typeof value === 'string' && value !== '' ? <div className={classes.lines}>{value}</div> : none,
};
