import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { MONTH } from '#kernel/dates.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import type { AccountSpend } from '#calls/untagged.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { PageFilters } from '../page-filters.tsx';
import { lastMonths, PROVIDERS } from '../billing.ts';
import { NotCounted } from './not-counted.tsx';
import { NoSpend, SpendFigures } from './spend-figures.tsx';
import { SpendTable } from './spend-table.tsx';
import { ACCOUNTS_PAGE, paramsOf, spendQuery, type Spend, type SpendFilter } from './untagged.ts';

const AccountDialog = lateDialog(
  () => import('./account-dialog.tsx'),
  ({ onClose }) => onClose(),
);

const MONTHS_OFFERED = 37;
const NAME = /^[a-z_]{1,60}$/;
const PROVIDER_CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(PROVIDERS).map(([value, label]) => ({ value, label })),
];

interface PagedFilter extends SpendFilter {
  page: number;
}

/** The filter in the address; the month before this one where it names none. */
function useSpendFilter(): [PagedFilter, (change: Partial<PagedFilter>) => void] {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [month, provider, lacks, page] = ['month', 'provider', 'lacks', 'page'].map((name) =>
    textOf(address[name]),
  ) as [string, string, string, string];
  const filter: PagedFilter = {
    month: MONTH.test(month) ? month : (lastMonths(2)[1] ?? ''),
    provider: provider in PROVIDERS ? (provider as BillProvider) : '',
    lacks: NAME.test(lacks) ? lacks : 'any',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
  const change = (next: Partial<PagedFilter>) => {
    const { page: at, ...others } = { ...filter, page: 1, ...next };
    const search = { ...paramsOf(others), ...(at > 1 && { page: String(at) }) };
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  return [filter, change];
}

/** The tags that lines may lack; others that an address names are left for the API to refuse. */
const lacksChoices = (spend: Spend | undefined, lacks: string) => {
  const tags = spend?.meta.tags.map(({ name, label }) => ({ value: name, label })) ?? [];
  const choices = [{ value: 'any', label: 'Any demanded tag' }, ...tags, { value: 'all', label: 'All tags' }];
  return choices.some(({ value }) => value === lacks)
    ? choices
    : [...choices, { value: lacks, label: lacks }];
};

/** /auth/untagged-spend: what accounts of a month spend without the tags that are demanded, by owner. */
export function UntaggedPage() {
  const [{ page, ...filter }, change] = useSpendFilter();
  const load = useLoad(spendQuery(filter, page));
  const [opened, setOpened] = useState<AccountSpend | null>(null);
  const months = [...new Set([...lastMonths(MONTHS_OFFERED), filter.month])].toSorted().toReversed();
  return (
    <>
      <PageHeader
        title="Untagged Spend"
        description="What accounts spend without the tags that every request for a cloud asks for, by owner. Tax, and what belongs to no account, bears no tags and is not in it."
        actions={<FileButton path="/untagged_spend.csv" query={paramsOf(filter)} label="Download CSV" />}
      />
      <PageFilters label="Untagged Spend">
        <ChoiceSelect
          label="Month"
          choices={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          value={filter.month}
          onChange={(month) => month && change({ month })}
        />
        <ChoiceSelect
          label="Provider"
          choices={PROVIDER_CHOICES}
          value={filter.provider}
          onChange={(provider) => change({ provider: (provider ?? '') as BillProvider | '' })}
        />
        <ChoiceSelect
          label="Lacking"
          choices={lacksChoices(dataOf(load), filter.lacks)}
          value={filter.lacks}
          onChange={(lacks) => lacks && change({ lacks })}
        />
      </PageFilters>
      <Loaded load={load} failed="The spend could not be loaded" height={240}>
        {(spend) => (
          <>
            <NotCounted month={filter.month} runs={spend.meta.runs} />
            {spend.meta.total === 0 ? (
              <NoSpend spend={spend} filter={filter} />
            ) : (
              <>
                <SpendFigures spend={spend} />
                <SpendTable spend={spend} onOpen={setOpened} />
                <Pages
                  page={page}
                  pages={Math.ceil(spend.meta.total / ACCOUNTS_PAGE)}
                  onPage={(next) => change({ page: next })}
                />
              </>
            )}
          </>
        )}
      </Loaded>
      <Suspense>
        {opened && <AccountDialog account={opened} filter={filter} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
