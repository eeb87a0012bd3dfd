import type { JsonField } from '#kernel/fields/json.ts';
import type { WebKind } from './kind.ts';
import { ReadOnlyInput } from './read-only.tsx';
import { plainKind, wordyColumn } from './shown.tsx';

export const jsonKind: WebKind<JsonField> = {
  ...plainKind,
  Input: ReadOnlyInput,
  filter: () => null,
  column: () => ({ ...wordyColumn(170), sortable: false }),
};
