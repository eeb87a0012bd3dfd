import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ListGroup } from '#calls/groups.ts';

import { kindOf } from '#kernel/fields/kinds.ts';
import { filterOfGroup, groupingLabel, writeGrouping, type Grouping } from '#kernel/list-groups.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped, monthName } from '#kernel/written.ts';
import { shownTotals } from '../list/totals.ts';
import { writeListState, type ListState } from '../list-state.ts';
import classes from './groups.module.css';

interface GroupTableProps {
  resource: Resource;
  groupings: readonly Grouping[];
  groups: readonly ListGroup[];
  wanted: ListState;
}

/** The value of a group as people read it; null for none. */
function shownValue({ property: { field }, by }: Grouping, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (by !== 'month') return kindOf(field).display(value, field);
  const [year = '', month = ''] = String(value).split('-');
  return `${monthName(Number(month))} ${year}`;
}

/** The address of the list of a group's rows; null where no address has room for it. */
function searchOf(
  wanted: ListState,
  groupings: readonly Grouping[],
  { values }: ListGroup,
): Record<string, string> | null {
  const filters: Record<string, string> = { ...wanted.filters };
  for (const [at, grouping] of groupings.entries()) {
    const filter = filterOfGroup(grouping, values[at] ?? null);
    if (!filter) return null;
    filters[filter[0]] = filter[1];
  }
  const { group: _group, ...list } = wanted;
  return writeListState({ ...list, page: 1, filters });
}

/** The groups of a list as a table; the first value of each leads to its rows. */
export function GroupTable({ resource, groupings, groups, wanted }: GroupTableProps) {
  const sums = Object.keys(groups[0]?.sums ?? {});
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={`Groups of ${resource.label[1]}`}>
        <thead>
          <tr>
            {groupings.map((grouping) => (
              <th key={writeGrouping(grouping)} scope="col">
                {groupingLabel(grouping)}
              </th>
            ))}
            <th scope="col" className={classes.number}>
              Count
            </th>
            {sums.map((name) => (
              <th key={name} scope="col" className={classes.number}>
                {resource.fields[name]?.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <GroupRow key={JSON.stringify(group.values)} {...{ resource, groupings, group, wanted, sums }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GroupRowProps extends Omit<GroupTableProps, 'groups'> {
  group: ListGroup;
  sums: readonly string[];
}

function GroupRow({ resource, groupings, group, wanted, sums }: GroupRowProps) {
  const search = searchOf(wanted, groupings, group);
  const totals = shownTotals(resource, { totals: group.sums });
  const words = groupings.map((grouping, at) => shownValue(grouping, group.values[at]));
  const name = words.map((word) => word ?? 'None').join(', ');
  return (
    <tr>
      {words.map((word, at) => {
        const shown = word ?? <span className={classes.none}>None</span>;
        const [first] = groupings;
        return (
          <td
            key={at === 0 && first ? 'first' : 'second'}
            data-label={at > 0 && groupings[at] ? groupingLabel(groupings[at]) : undefined}
          >
            {at === 0 && search ? (
              <Link
                to="."
                search={search as never}
                className={classes.group}
                aria-label={`${name}: ${grouped(group.count)}`}
              >
                <IconChevronRight size={16} aria-hidden />
                <span>{shown}</span>
              </Link>
            ) : (
              <span>{shown}</span>
            )}
          </td>
        );
      })}
      <td className={classes.number} data-label="Count">
        {grouped(group.count)}
      </td>
      {sums.map((sum) => (
        <td key={sum} className={classes.number} data-label={resource.fields[sum]?.label}>
          <span>
            {(totals?.[sum] ?? []).map((line) => (
              <span key={line} className={classes.line}>
                {line}
              </span>
            ))}
          </span>
        </td>
      ))}
    </tr>
  );
}
