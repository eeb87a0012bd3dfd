import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportSummary, UnknownNames } from '#kernel/csv/csv-import.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { ScrollFrame } from './problems-table.tsx';
import classes from './import.module.css';

interface SummaryProps {
  resource: Resource;
  summary: ImportSummary | null;
}

/** What the new rows of a file come to: the sums of their amounts, and names that no record has. */
export function SummaryOfRows({ resource, summary }: SummaryProps) {
  if (!summary || (summary.totals.length === 0 && summary.unknown.length === 0)) return null;
  const { by, totals, unknown } = summary;
  const decimals = Math.max(0, ...totals.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  return (
    <Stack gap="sm">
      {totals.length > 0 && (
        <ScrollFrame label="What is added, by currency">
          <Table stickyHeader className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                {by.map((name) => (
                  <Table.Th key={name}>{resource.fields[name]?.label ?? name}</Table.Th>
                ))}
                <Table.Th className={classes.number}>Rows</Table.Th>
                <Table.Th className={classes.number}>Amount</Table.Th>
                <Table.Th>Currency</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {totals.map(({ currency, of, amount, rows }) => (
                <Table.Tr key={JSON.stringify([currency, of])}>
                  {of.map((value, at) => (
                    <Table.Td key={by[at]}>{inWords(resource.fields[by[at] ?? ''], value)}</Table.Td>
                  ))}
                  <Table.Td className={classes.number}>{grouped(rows)}</Table.Td>
                  <Table.Td className={classes.number}>{inDecimals(amount, decimals)}</Table.Td>
                  <Table.Td>{currency}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollFrame>
      )}
      {unknown.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Names that nobody knows">
          {unknown.map((one) => (
            <Text key={one.field} size="sm" className={classes.name}>
              {sentenceOf(one)}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}

/** What keeps rows apart, as the rows below say it; of a day there is its month alone. */
function inWords(field: Field | undefined, value: string | null): string {
  if (value === null) return '–';
  return field && !kindOf(field).filters.includes('day') ? formatValue(field, value) : value;
}

/** All amounts of the column with as many decimals, so that they stand below one another. */
function inDecimals(amount: string, decimals: number): string {
  const [whole = '', part = ''] = grouped(amount).split('.');
  return decimals === 0 ? whole : `${whole}.${part.padEnd(decimals, '0')}`;
}

function sentenceOf({ label, names, total, rows }: UnknownNames): string {
  const more = total > names.length ? ` and ${grouped(total - names.length)} more` : '';
  return `${label}: ${names.join(', ')}${more}, in ${grouped(rows)} ${rows === 1 ? 'row' : 'rows'}.`;
}
