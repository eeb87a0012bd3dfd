import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { budgets, type Budget } from '#resources/budgets.ts';
import { listQuery } from '#web/data/queries.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { formatAmount, type SpendSearch } from './spend.ts';

/** The budget of a cost center for each month, as a chart of its bills shows it. */
export type BudgetLine = Pick<Budget, 'id' | 'name' | 'amount'>;

const MOST = 100;
const NONE: readonly BudgetLine[] = [];

/** The budgets of a cost center by the month, in the currency and within the days of a search; none where it is for all. */
export function useBudgetLines(
  { key, startDate, endDate }: SpendSearch,
  currency: string,
): readonly BudgetLine[] {
  // The filter finds every identifier that contains it.
  const query = { by_cost_center: key, by_period: 'month', sort: 'name', page: 1, per_page: MOST };
  const found = dataOf(useLoad({ ...listQuery(budgets.name, query), enabled: key !== '' }));
  return useMemo(() => {
    if (key === '' || !found) return NONE;
    return (found.data as unknown as Budget[]).filter(
      (one) =>
        one.cost_center?.toLowerCase() === key.trim().toLowerCase() &&
        one.currency === currency &&
        one.starts_on <= endDate &&
        (one.ends_on === null || one.ends_on >= startDate),
    );
  }, [found, key, currency, startDate, endDate]);
}

/** Names the budgets, each of which leads to what was spent of it. */
export function BudgetNotes({
  budgets: lines,
  currency,
}: {
  budgets: readonly BudgetLine[];
  currency: string;
}) {
  return lines.map(({ id, name, amount }) => (
    <Text key={id} size="sm" c="dimmed">
      Budget{' '}
      <Link
        to="/auth/$action/$model/$modelId"
        params={{ action: 'view', model: budgets.name, modelId: String(id) }}
      >
        {name}
      </Link>
      : {formatAmount(amount, currency)} each month
    </Text>
  ));
}
