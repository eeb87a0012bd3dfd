import { Stack, Table, Text } from '@mantine/core';
import { importColumns, type Emptied } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import { ScrollFrame } from './problems-table.tsx';
import classes from './import.module.css';

/** The values of records that an import would clear, each by its row, its record and its column. */
export function ClearedValues({ resource, emptied }: { resource: Resource; emptied: Emptied | undefined }) {
  if (!emptied || emptied.total === 0) return null;
  const { values, total } = emptied;
  const columns = new Map(importColumns(resource).map((column) => [column.property, column]));
  return (
    <Stack gap="xs">
      <ScrollFrame label="Values that are cleared">
        <Table stickyHeader className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>{resource.label[0]}</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Cleared</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {values.map(({ row, record, property, value }) => {
              const column = columns.get(property);
              // Of a record that is referred to there is what it shows.
              const words =
                column && !asReference(column.field) ? formatValue(column.field, value) : String(value);
              return (
                <Table.Tr key={`${row} ${property}`}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td className={classes.name}>{record}</Table.Td>
                  <Table.Td>{column?.label ?? property}</Table.Td>
                  <Table.Td className={classes.sentence}>
                    <del>{words}</del>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {total > values.length && (
        <Text size="sm" c="dimmed">
          The first {grouped(values.length)} of {grouped(total)} values.
        </Text>
      )}
    </Stack>
  );
}
