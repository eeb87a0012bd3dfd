import { useNavigate } from '@tanstack/react-router';
import { leaseFilters, listLeases, type AccountLease, type LeaseFilter } from '#calls/account-leases.ts';
import { CLOUD_TYPE_NAMES } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { ChoiceFilter, SearchFilter } from '#web/generic/list/filter-bar.tsx';
import { useListState } from '#web/generic/list-state.ts';
import { endInWords, LEASE_STATES, spendInWords } from '#web/generic/leases/words.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry, EntryFilters } from '#web/ui/entries.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';

const PER_PAGE = 25;
const nameOf = (one: LeaseFilter): string => (one === 'due' ? 'Ending soon' : LEASE_STATES[one].word);
const CHOICES = leaseFilters.map((value) => ({ value, label: nameOf(value) }));

/** /auth/leases: until when accounts are lent, what ends first comes first. */
export function LeasesPage() {
  const [{ page, q, filters }, change] = useListState();
  const chosen = leaseFilters.find((one) => one === filters['state']) ?? 'All';
  const load = useLoad(
    wholeQueryOf(listLeases, { by_state: chosen, q, page, per_page: PER_PAGE }, { keeps: true }),
  );
  const isNarrowed = chosen !== 'All' || q !== '';
  return (
    <>
      <PageHeader
        title="Leases"
        description="Until when accounts are lent, and what they may cost until then. Leases are set on the page of an account."
      />
      <EntryFilters label="Leases">
        <SearchFilter value={q} onChange={change.setQ} />
        <ChoiceFilter
          label="State"
          choices={CHOICES}
          value={chosen === 'All' ? '' : chosen}
          onChange={(value) => change.setFilter('state', value)}
        />
      </EntryFilters>
      <Loaded load={load} failed="The leases could not be loaded">
        {({ data, meta: { total } }) =>
          data.length === 0 ? (
            <EmptyState title={isNarrowed ? 'No lease matches' : 'No lease yet'}>
              An account with a lease is frozen once its last day has passed or its spend limit is reached.
            </EmptyState>
          ) : (
            <Entries label="Leases" page={page} pages={Math.ceil(total / PER_PAGE)} onPage={change.setPage}>
              {data.map((lease) => (
                <LeaseEntry key={lease.account.id} lease={lease} />
              ))}
            </Entries>
          )
        }
      </Loaded>
    </>
  );
}

const cloudOf = (type: string): string =>
  Object.entries(CLOUD_TYPE_NAMES).find(([name]) => name === type)?.[1] ?? type;

function LeaseEntry({ lease }: { lease: AccountLease }) {
  const navigate = useNavigate();
  const { account, state, coming, problem } = lease;
  const [next] = coming;
  const about = [cloudOf(account.provider_type), account.identifier, account.owner ?? 'no owner'].join(' · ');
  const spent = spendInWords(lease);
  return (
    <Entry
      title={account.name}
      onOpen={() =>
        void navigate({
          to: '/auth/$action/$model/$modelId',
          params: { action: 'view', model: 'cloud_parents', modelId: String(account.id) },
        })
      }
      details={[
        about,
        ...(state === 'closed' ? [] : [endInWords(lease)]),
        ...(spent === null ? [] : [spent]),
        ...(next === undefined ? [] : [`Next, on ${formatDay(next.day)}: ${next.what}`]),
      ]}
      trouble={problem === null ? null : { text: problem, next: null, isFinal: true }}
      state={LEASE_STATES[state]}
    />
  );
}
