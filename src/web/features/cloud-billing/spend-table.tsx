import { Pagination, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CurrencySpend, Spend } from '#calls/spend.ts';
import { formatDay } from '#kernel/dates.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { billsBehind, formatAmount, spendTableQuery, TABLE_PAGE, type SpendSearch } from './spend.ts';
import classes from './cloud-billing.module.css';

const TYPING_PAUSE_MS = 250;

interface SpendTableProps {
  search: SpendSearch;
  total: CurrencySpend;
  /** Part of the identifiers that are looked at; empty for all. */
  find: string;
  page: number;
  onFind: (find: string) => void;
  onPage: (page: number) => void;
}

/** Every sum of one currency, page by page, with a search for identifiers; each leads to the bills behind it. */
export function SpendTable({ search, total, find, page, onFind, onPage }: SpendTableProps) {
  const [text, setText] = useState(find);
  const findSoon = useDebouncedCallback(onFind, TYPING_PAUSE_MS);
  const load = useLoad(spendTableQuery(search, { currency: total.currency, page, find }));
  return (
    <section aria-label="Spend" aria-busy={load.is === 'loading' || (load.is === 'loaded' && load.previous)}>
      <TextInput
        type="search"
        size="xs"
        aria-label="Find an identifier"
        placeholder="Find an identifier"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          findSoon(currentTarget.value.trim());
        }}
        className={classes.find}
      />
      <Loaded load={load} failed="The sums could not be loaded" height={400}>
        {({ data, meta }) => {
          const pages = Math.max(1, Math.ceil(meta.total / TABLE_PAGE));
          const pager = (label: string) =>
            pages > 1 && (
              <Pagination
                my="md"
                size="sm"
                total={pages}
                value={Math.min(page, pages)}
                onChange={onPage}
                aria-label={label}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            );
          return (
            <>
              {pager('Pages')}
              <Sums spends={data} total={find === '' ? total : null} />
              {meta.total === 0 && (
                <Text mt="md" role="status">
                  No identifier has this in it.
                </Text>
              )}
              {pager('Pages, below the table')}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface SumsProps {
  spends: readonly Spend[];
  /** The sum of all pages; null where not all identifiers are looked at. */
  total: CurrencySpend | null;
}

/** The sums of a page. */
function Sums({ spends, total }: SumsProps) {
  return (
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
          {spends.map((spend) => (
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
              <Table.Td className={classes.day}>{formatDay(spend.date)}</Table.Td>
              <Table.Td className={classes.number}>{grouped(spend.bills)}</Table.Td>
              <Table.Td className={classes.number}>{formatAmount(spend.amount, spend.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {total && <Totals total={total} />}
      </Table>
    </div>
  );
}

/** The sum of all pages. */
function Totals({ total: { bills, amount, currency } }: { total: CurrencySpend }) {
  return (
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th>Total</Table.Th>
        <Table.Td />
        <Table.Td className={classes.number}>{grouped(bills)}</Table.Td>
        <Table.Td className={classes.number}>{formatAmount(amount, currency)}</Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  );
}
