import { Link } from '@tanstack/react-router';
import { unknownProperty, type MentionField } from '#kernel/fields/mention.ts';
import type { Values } from '#kernel/input.ts';
import { unknownName } from '../inputs/references/unknown-name.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { CellLink } from './cell-link.tsx';
import { LateInput } from './editing.ts';
import type { CellProps, ShownProps, WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import links from '#web/ui/plain-link.module.css';

/** The record of that name, where the row has it. */
const recordOf = (field: MentionField, row: Values | null): number | null => {
  const id = row?.[field.as];
  return typeof id === 'number' ? id : null;
};

function Shown({ field, value, row, none }: ShownProps<MentionField>) {
  const id = recordOf(field, row);
  if (value === null || value === '') return none;
  const shown = formatValue(field, value);
  if (id === null) return shown;
  return (
    <Link
      to="/auth/$action/$model/$modelId"
      params={{ action: 'view', model: field.target, modelId: String(id) }}
      className={links.link}
    >
      {shown}
    </Link>
  );
}

function Cell({ field, value, row, tabIndex }: CellProps<MentionField>) {
  const id = recordOf(field, row);
  const shown = formatValue(field, value);
  if (id === null) return shown;
  return (
    <CellLink model={field.target} id={id} tabIndex={tabIndex}>
      {shown}
    </CellLink>
  );
}

export const mentionKind: WebKind<MentionField> = {
  ...plainKind,
  Input: LateInput,
  filter: () => textFilter,
  column: () => ({ ...wordyColumn(170), named: true }),
  Cell,
  Shown,
  tone: ({ label }, name, row) =>
    row[unknownProperty(name)] === true ? { tone: 'warning', reason: unknownName(label) } : null,
};
