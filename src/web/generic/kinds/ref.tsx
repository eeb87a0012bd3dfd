import { Link } from '@tanstack/react-router';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { recordFilter } from '../filters/record-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { openReference } from '../inputs/references/name-reference.ts';
import { optionLabel, useChosen } from '../inputs/references/ref-options.ts';
import { LateInput } from './editing.ts';
import type { ShownProps, WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import links from '#web/ui/plain-link.module.css';

/** The name of the record that is referred to; what was typed in its place names it by itself. */
function RecordName({ field, name, value, row, none }: ShownProps<RefField>) {
  const { option } = useChosen(field, name, value ?? NONE_ID, row);
  if (typeof value === 'string' && value !== '') return value;
  return option ? optionLabel(option) : none;
}

/** The way to the record. */
function RecordLink({ field, value, row, none }: ShownProps<RefField>) {
  const shown = row?.[field.as];
  // What stands in its place is no record, and leads nowhere.
  if (typeof value !== 'number') return typeof shown === 'string' && shown !== '' ? shown : none;
  return (
    <Link
      to="/auth/$action/$model/$modelId"
      params={{ action: 'view', model: field.target, modelId: String(value) }}
      className={links.link}
    >
      {typeof shown === 'string' && shown !== '' ? shown : `Record ${value}`}
    </Link>
  );
}

export const refKind: WebKind<RefField> = {
  ...plainKind,
  Input: LateInput,
  filter: (operation) => (operation === 'equals' ? recordFilter : textFilter),
  column: () => ({ ...wordyColumn(170), named: false }),
  Words: RecordName,
  Shown: RecordLink,
  open: (value) => (typeof value === 'string' && value.trim() !== '' ? openReference(value) : null),
};
