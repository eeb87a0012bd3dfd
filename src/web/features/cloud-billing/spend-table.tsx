import { Pagination, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatDay } from '#kernel/dates.ts';
import { billsBehind, formatAmount, type CurrencySpend, type Spend } from './spend.ts';
import classes from './cloud-billing.module.css';

const PAGE = 50;

interface SpendTableProps {
  sums: readonly Spend[];
  total: CurrencySpend;
}

/** Every sum of one currency, with a search for identifiers; each leads to the bills behind it. */
export function SpendTable({ sums, total }: SpendTableProps) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const found = useMemo(() => {
    const word = text.trim().toLowerCase();
    return word === '' ? sums : sums.filter(({ identifier }) => identifier?.toLowerCase().includes(word));
  }, [sums, text]);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const shown = found.slice((Math.min(page, pages) - 1) * PAGE, Math.min(page, pages) * PAGE);
  return (
    <section aria-label="Spend">
      <TextInput
        type="search"
        size="xs"
        aria-label="Find an identifier"
        placeholder="Find an identifier"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setPage(1);
        }}
        className={classes.find}
      />
      <div className={classes.scroll}>
        <Table className={classes.table} aria-label="Spend per Cost Center">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Identifier</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th className={classes.number}>Bills</Table.Th>
              <Table.Th className={classes.number}>Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((spend) => (
              <Table.Tr key={`${spend.identifier} ${spend.date}`}>
                <Table.Td>
                  <Link
                    to="/auth/$action/$model"
                    params={{ action: 'view', model: 'cloud_bills' }}
                    search={billsBehind(spend)}
                  >
                    {spend.identifier}
                  </Link>
                </Table.Td>
                <Table.Td>{formatDay(spend.date)}</Table.Td>
                <Table.Td className={classes.number}>{spend.bills.toLocaleString('en')}</Table.Td>
                <Table.Td className={classes.number}>{formatAmount(spend.amount, spend.currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          {text.trim() === '' && (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>Total</Table.Th>
                <Table.Td />
                <Table.Td className={classes.number}>{total.bills.toLocaleString('en')}</Table.Td>
                <Table.Td className={classes.number}>{formatAmount(total.amount, total.currency)}</Table.Td>
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </div>
      {found.length === 0 && (
        <Text mt="md" role="status">
          No identifier has this in it.
        </Text>
      )}
      {pages > 1 && (
        <Pagination
          mt="md"
          size="sm"
          total={pages}
          value={Math.min(page, pages)}
          onChange={setPage}
          aria-label="Pages"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </section>
  );
}
