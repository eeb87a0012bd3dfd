import type { TextListField } from '#kernel/fields/text-list.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import classes from './kinds.module.css';

export const textListKind: WebKind<TextListField> = {
  ...plainKind,
  Input: LateInput,
  filter: () => textFilter,
  column: () => wordyColumn(200),
  Shown: ({ value, none }) =>
    Array.isArray(value) && value.length > 0 ? (
      <ul className={classes.chips}>
        {value.map((text, at) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </ul>
    ) : (
      none
    ),
};
