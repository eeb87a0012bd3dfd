import { Table, Text } from '@mantine/core';
import {
  importColumns,
  type ImportColumn,
  type ImportPreview,
  type ImportPreviewRow,
} from '#kernel/csv/csv-import.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { ScrollFrame } from './problems-table.tsx';
import classes from './import.module.css';

/** The result of a row, with the columns that change, which may be out of sight. */
const whatOf = (before: ImportPreviewRow['before'], columns: readonly ImportColumn[]): string => {
  const changed = columns.filter(({ property }) => before && property in before).map(({ label }) => label);
  return before ? `Changed: ${changed.join(', ')}` : 'New';
};

/** Two columns of a file may be about one property, which a row shows once. */
const onePerProperty = (columns: readonly ImportColumn[]): ImportColumn[] =>
  columns.filter(({ property }, at) => columns.findIndex((other) => other.property === property) === at);

interface PreviewRowsProps {
  resource: Resource;
  registry: Registry;
  preview: Pick<ImportPreview, 'rows' | 'would_create' | 'would_update'>;
}

/** The first rows of a file as the records would be, each with what it changes. */
export function PreviewRows({ resource, registry, preview }: PreviewRowsProps) {
  const columns = onePerProperty(importColumns(resource));
  const properties = registry.properties(resource);
  const fieldOf = ({ property, field }: ImportColumn) => properties.get(property)?.field ?? field;
  const alignment = (column: ImportColumn) =>
    kindOf(fieldOf(column)).align === 'right' ? classes.number : undefined;
  const more = preview.would_create + (preview.would_update ?? 0) - preview.rows.length;
  const updates = (preview.would_update ?? 0) > 0;
  return (
    <>
      <ScrollFrame label={updates ? 'New and changed records' : 'New records'}>
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              {updates && <Table.Th>What</Table.Th>}
              {columns.map((column) => (
                <Table.Th key={column.property} className={alignment(column)}>
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.rows.map(({ row, values, before }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                {updates && <Table.Td>{whatOf(before, columns)}</Table.Td>}
                {columns.map((column) => (
                  <Table.Td
                    key={column.property}
                    className={alignment(column)}
                    data-changed={(before && column.property in before) || undefined}
                  >
                    {before && column.property in before && (
                      <>
                        <del>{formatValue(fieldOf(column), before[column.property]) || 'None'}</del>{' '}
                      </>
                    )}
                    {formatValue(fieldOf(column), values[column.property]) ||
                      (before && column.property in before ? 'None' : '')}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {grouped(more)} more.
        </Text>
      )}
    </>
  );
}
