import type { SecretField } from '#kernel/fields/secret.ts';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

export const secretKind: WebKind<SecretField> = {
  ...plainKind,
  Input: LateInput,
  wide: ({ lines }) => lines,
  filter: () => null,
  column: () => ({ ...fixedColumn(110), sortable: false }),
  cell: () => '',
  Shown: () => <span>Never shown</span>,
};
