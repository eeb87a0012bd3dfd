import type { Resource } from '#kernel/resource.ts';
import type { GridColumn } from '#web/grid/types.ts';
import { webKindOf } from '../../kinds/kinds.ts';
import type { CrudColumn } from '../columns.ts';
import type { PastedRow } from './pasted-rows.ts';

/** A column of the table as it shows rows that are no records yet. */
export function pastedColumn(
  resource: Resource,
  columns: readonly CrudColumn[],
  column: CrudColumn,
  at: number,
): GridColumn<PastedRow> {
  const name = column.field ?? '';
  const field = resource.fields[name];
  const shown = new Set(columns.map((one) => one.field));
  const value = ({ formState }: PastedRow) => formState.get(name);
  return {
    id: column.id,
    header: column.header,
    width: column.width,
    grows: column.grows,
    shrinks: column.shrinks,
    named: column.named,
    align: column.align,
    sortable: false,
    text: (row) => {
      const given = value(row);
      return given === null || given === undefined ? '' : String(given);
    },
    cell: (row) => {
      if (!field) return '';
      const { Words } = webKindOf(field);
      const none = row.formState.error(name) === null ? '' : '—';
      return <Words field={field} name={name} value={value(row) ?? null} row={null} none={none} />;
    },
    tone: (row) => {
      const { failure } = row.formState.status();
      const elsewhere = Object.entries(row.formState.errors()).find(([wrong]) => !shown.has(wrong))?.[1];
      const ofRow = failure && !failure.ofFields && Object.keys(row.formState.errors()).length === 0;
      const whole =
        at === 0
          ? (elsewhere ?? (ofRow ? [failure.title, failure.reason].filter(Boolean).join(' ') : null))
          : null;
      const reason = row.formState.error(name) ?? whole;
      return reason === null ? null : { tone: 'bad', reason };
    },
  };
}
