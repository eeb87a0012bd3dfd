import { SegmentedControl } from '@mantine/core';
import { abilities } from '#kernel/rights.ts';
import { usePerson } from '#web/data/use-session.ts';
import { SearchFilter } from '#web/generic/list/filter-bar.tsx';
import { useListState } from '#web/generic/list-state.ts';
import { EntryFilters } from '#web/ui/entries.tsx';
import { InOrder } from '#web/ui/pages/in-order.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { RefusedList } from './refused-list.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';

const EVERYBODY = 'everybody';

/** /auth/sessions: where one is signed in and which API tokens act as one; for administrators those of everybody, and refused sign-ins. */
export function SessionsPage() {
  const person = usePerson();
  const [state, change] = useListState();
  if (!person) return null;
  const maySeeAll = person.rights[abilities.end_sessions_of_all.right];
  const maySeeRefused = person.rights[abilities.see_refused_sign_ins.right];
  const mine = !maySeeAll || state.filters.of !== EVERYBODY;
  const whose = mine ? { by_email: person.email } : { q: state.q };
  return (
    <>
      <PageHeader
        title="Sessions and Tokens"
        description={
          mine
            ? 'Where you are signed in, and the API tokens that act as you.'
            : 'Where people are signed in, the API tokens that act as them, and the sign-ins that were refused.'
        }
      />
      {maySeeAll && (
        <EntryFilters label="Sessions and tokens">
          <SegmentedControl
            aria-label="Whose"
            value={mine ? '' : EVERYBODY}
            onChange={(value) => (value ? change.setFilter('of', value) : change.clearFilters())}
            data={[
              { value: '', label: 'Mine' },
              { value: EVERYBODY, label: 'Everybody’s' },
            ]}
          />
          {!mine && <SearchFilter value={state.q} onChange={change.setQ} />}
        </EntryFilters>
      )}
      <InOrder>
        <SessionList whose={whose} mine={mine} />
        <TokenList whose={whose} mine={mine} />
        {!mine && maySeeRefused && <RefusedList q={state.q} />}
      </InOrder>
    </>
  );
}
