import { ActionIcon } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { parseId } from '#kernel/ids.ts';
import { adPermissionSets, type AdPermissionSet } from '#resources/ad-permission-sets.ts';
import { recordQuery } from '#web/data/queries.ts';
import { lastListSearch } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf, Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { Comparison } from './comparison.tsx';
import { SetChoice } from './set-choice.tsx';
import classes from './compare.module.css';

const LIST = '/auth/view/ad_permission_sets';
const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

/** /auth/active-directory/permission-sets/compare?a=…&b=…: two permission sets side by side. */
export function ComparePage() {
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const navigate = useNavigate();
  const ids = { a: idOf(search['a']), b: idOf(search['b']) };
  const loads = { a: useSet(ids.a), b: useSet(ids.b) };
  const choose = (chosen: Partial<Record<Side, number | null>>) => {
    const next = { ...ids, ...chosen };
    const kept = SIDES.flatMap((side) => (next[side] === null ? [] : [[side, String(next[side])]]));
    void navigate({ to: '.', search: Object.fromEntries(kept) as never, resetScroll: false });
  };
  const choice = (side: Side, label: string) => (
    <SetChoice label={label} chosen={dataOf(loads[side])} onChange={(id) => choose({ [side]: id })} />
  );
  return (
    <>
      <PageHeader
        title="Compare Permission Sets"
        crumbs={[{ label: adPermissionSets.label[1], to: LIST, search: lastListSearch(LIST) }]}
        description="What two permission sets let somebody do. What differs is marked; the rest is the same."
      />
      <div className={classes.choices}>
        {choice('a', 'One')}
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Swap sides"
          disabled={ids.a === null && ids.b === null}
          onClick={() => choose({ a: ids.b, b: ids.a })}
        >
          <IconArrowsExchange size={18} aria-hidden />
        </ActionIcon>
        {choice('b', 'The other')}
      </div>
      {ids.a === null || ids.b === null ? (
        <EmptyState title="Choose two permission sets">They are shown here side by side.</EmptyState>
      ) : (
        <Loaded load={loads.a} failed="The first permission set could not be loaded">
          {(a) => (
            <Loaded load={loads.b} failed="The other permission set could not be loaded">
              {(b) => <Comparison a={a} b={b} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </>
  );
}

const idOf = (value: unknown): number | null => parseId(String(value ?? ''));

function useSet(id: number | null): Load<AdPermissionSet> {
  const { queryKey, queryFn } = recordQuery(adPermissionSets.name, id ?? 0);
  return useLoad({ queryKey, queryFn, enabled: id !== null }) as unknown as Load<AdPermissionSet>;
}
