import { Button } from '@mantine/core';
import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AnswerOf } from '#calls/call.ts';
import type { groupCalls } from '#calls/groups.ts';
import { GROUPS_SHOWN } from '#kernel/list-groups.ts';
import type { Registry } from '#kernel/registry.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { api, type Query } from '#web/data/client.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { FileButton } from '../list/download-button.tsx';
import { listParams, type ListState, type ListStateChange } from '../list-state.ts';
import { useLoad } from '../use-load.ts';
import { useMayExport } from '../use-may.ts';
import { groupChoices, groupingsOf } from './group-choices.ts';
import { GroupTable } from './group-table.tsx';
import classes from './groups.module.css';

type Groups = AnswerOf<ReturnType<typeof groupCalls>['groups']>;

/** As many groups are shown at most; a file has all of them. */
const MOST_SHOWN = 1000;

const groupsQuery = (resource: Resource, query: Query): UseQueryOptions<Groups> => ({
  queryKey: [resource.name, 'groups', query],
  queryFn: ({ signal }) => api.get<Groups>(`${resourcePath(resource.name)}/groups`, { query, signal }),
  placeholderData: keepPreviousData,
});

interface GroupedListProps {
  resource: Resource;
  registry: Registry;
  /** The state of the list as the address has it, and with the filters that always hold there. */
  wanted: ListState;
  state: ListState;
  change: ListStateChange;
  /** The filters above it, and the menus beside them. */
  bar: ReactNode;
  tools: ReactNode;
}

/** A list by groups: each with its count and sums, folded; one that is opened is the list of its rows. */
export default function GroupedList(props: GroupedListProps) {
  const { resource, registry, wanted, state, change, bar, tools } = props;
  const [size, setSize] = useState(GROUPS_SHOWN);
  const { sort: _sort, ...narrowing } = listParams(state, { paged: false });
  const query = { ...narrowing, group: wanted.group ?? '' };
  const load = useLoad(groupsQuery(resource, { ...query, per_page: String(size) }));
  const groupings = groupingsOf(registry, resource, wanted.group);
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <div className={classes.filters}>{bar}</div>
        <GroupChoosers {...{ resource, registry, wanted, change }} />
        {tools}
      </div>
      <Loaded load={load} failed="The groups could not be loaded">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={`No ${resource.noun[1]} match`}>There is nothing to group.</EmptyState>
          ) : (
            <>
              <GroupTable {...{ resource, groupings, wanted }} groups={data} />
              <div className={classes.foot}>
                <span role="status">
                  {data.length < meta.total && `The first ${grouped(data.length)} of `}
                  {grouped(meta.total)} {meta.total === 1 ? 'group' : 'groups'}, {grouped(meta.records)}{' '}
                  {resource.noun[meta.records === 1 ? 0 : 1]}
                </span>
                {data.length < meta.total && size < MOST_SHOWN && (
                  <Button size="xs" variant="default" onClick={() => setSize(MOST_SHOWN)}>
                    Show more
                  </Button>
                )}
                <GroupsFile resource={resource} query={query} />
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** The two fields that the list is grouped by. */
function GroupChoosers({
  resource,
  registry,
  wanted,
  change,
}: Pick<GroupedListProps, 'resource' | 'registry' | 'wanted' | 'change'>) {
  const choices = groupChoices(registry, resource);
  const [first = '', second = ''] = (wanted.group ?? '').split(',');
  const nameOf = (value: string) => value.split(':')[0];
  const others = choices.filter(({ value }) => nameOf(value) !== nameOf(first));
  const go = (one: string, other: string) =>
    change.setGroup(other && nameOf(other) !== nameOf(one) ? `${one},${other}` : one);
  return (
    <div className={classes.choosers}>
      <ChoiceSelect
        size="xs"
        aria-label="Group by"
        choices={[{ value: '', label: 'No groups' }, ...choices]}
        value={first}
        onChange={(next) => (next ? go(next, second) : change.setGroup(''))}
      />
      <ChoiceSelect
        size="xs"
        aria-label="Then by"
        choices={[{ value: '', label: 'Then by …' }, ...others]}
        value={second}
        onChange={(next) => go(first, next)}
      />
    </div>
  );
}

/** The groups as a file, for those who may download the list. */
function GroupsFile({ resource, query }: { resource: Resource; query: Record<string, string> }) {
  if (!useMayExport(resource)) return null;
  return (
    <FileButton path={`${resourcePath(resource.name)}/groups.csv`} query={query} label="Download groups" />
  );
}
