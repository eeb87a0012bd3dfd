import type { JsonTextField } from '#kernel/fields/json-text.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import classes from './kinds.module.css';

export const jsonTextKind: WebKind<JsonTextField> = {
  ...plainKind,
  Input: LateInput,
  wide: () => true,
  filter: () => textFilter,
  column: () => wordyColumn(200),
  Shown: ({ value, none }) =>
    typeof value === 'string' && value !== '' ? <pre className={classes.code}>{value}</pre> : none,
};
