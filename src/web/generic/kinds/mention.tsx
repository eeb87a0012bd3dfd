import { Link } from '@tanstack/react-router';
import { unknownProperty, type MentionField } from '#kernel/fields/mention.ts';
import type { Values } from '#kernel/input.ts';
import { unknownName } from '../inputs/references/unknown-name.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { CellProps, ShownProps, WebKind } from './kind.ts';
import { plainKind, wordyColumn } from './shown.tsx';
import links from '#web/ui/plain-link.module.css';
import classes from './kinds.module.css';

/** The record that is called so, where the row tells it. */
const recordOf = (field: MentionField, row: Values | null): number | null => {
  const id = row?.[field.as];
  return typeof id === 'number' ? id : null;
};

interface ClassName {
  className: string | undefined;
}

function RecordLink({ field, value, row, tabIndex, className }: CellProps<MentionField> & ClassName) {
  const id = recordOf(field, row);
  const shown = formatValue(field, value);
  if (id === null) return shown;
  return (
    <Link
      to="/auth/$action/$model/$modelId"
      params={{ action: 'view', model: field.target, modelId: String(id) }}
      className={className}
      tabIndex={tabIndex}
    >
      {shown}
    </Link>
  );
}

const Shown = ({ none, ...props }: ShownProps<MentionField>) =>
  props.value === null || props.value === '' ? none : <RecordLink {...props} className={links.link} />;

const Cell = (props: CellProps<MentionField>) => <RecordLink {...props} className={classes.cell} />;

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
