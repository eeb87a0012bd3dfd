import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { kindOf } from '#kernel/fields/kinds.ts';
import { listFilters } from '#kernel/list-filters.ts';
import { exactFilter } from '#kernel/list-groups.ts';
import { qualityRules } from '#kernel/quality-rules.ts';
import { QUALITY_FILTER } from '#kernel/quality.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { waitsOf } from '#kernel/waits.ts';
import { filterOf } from '../filters/filter-of.ts';
import type { ListState, ListStateChange } from '../list-state.ts';
import classes from './filter-chips.module.css';

interface FilterChipsProps {
  resource: Resource;
  registry: Registry;
  state: ListState;
  change: ListStateChange;
  /** The search over all text is in sight beside it. */
  hasSearch: boolean;
}

/** The filters that narrow the list, each with a button to remove it: nothing narrows it unseen. */
export function FilterChips({ resource, registry, state, change, hasSearch }: FilterChipsProps) {
  const properties = registry.properties(resource);
  if (state.q === '' && Object.keys(state.filters).length === 0) return null;
  return (
    <Chips onClear={change.clearFilters}>
      {state.q !== '' && !hasSearch && (
        <Chip label="Search" value={state.q} onRemove={() => change.setQ('')} />
      )}
      {Object.entries(state.filters).map(([key, value]) => {
        const declared = listFilters(resource).find((filter) => filter.key === key);
        const property = properties.get(declared?.property ?? key);
        const rule =
          key === QUALITY_FILTER && qualityRules(registry, resource).find(({ name }) => name === value);
        const exact = property || declared ? undefined : exactFilter(registry, resource, key);
        const label = rule
          ? 'Data Quality'
          : (declared?.label ?? property?.label ?? exact?.property.label ?? key);
        const onRemove = () => change.setFilter(key, '');
        const way = property && filterOf(property, declared);
        const shown =
          (rule ? rule.label : waitingWords(resource, key, value)) ??
          (exact ? <ExactWords exact={exact} value={value} /> : undefined) ??
          (way ? <way.Words field={property.field} value={value} /> : value.replaceAll(/,\s*/g, ', '));
        return <Chip key={key} label={label} value={shown} onRemove={onRemove} />;
      })}
    </Chips>
  );
}

/** The one value that an exact filter wants, or that there is none. */
function ExactWords({ exact: { property, what }, value }: ExactWordsProps) {
  if (what === 'lacks') return 'None';
  const way = kindOf(property.field).free(property.field) ? null : filterOf(property);
  return way ? <way.Words field={property.field} value={value} /> : value;
}

interface ExactWordsProps {
  exact: NonNullable<ReturnType<typeof exactFilter>>;
  value: string;
}

/** The filters that narrow a list, and the button that removes all of them. */
export function Chips({ children, onClear }: { children: ReactNode; onClear: () => void }) {
  return (
    <ul className={classes.chips} aria-label="Filters">
      {children}
      <li>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}

/** The meaning of the word of a filter, where it is work that waits; a flag is clear by itself. */
function waitingWords(resource: Resource, key: string, value: string): string | undefined {
  if (resource.tones?.[key]?.about !== 'expiry') return undefined;
  return waitsOf(resource).find((wait) => wait.filter === key && wait.value === value.toLowerCase())?.label;
}

interface ChipProps {
  label: string;
  value: ReactNode;
  onRemove: () => void;
}

/** One thing that narrows a list. */
export function Chip({ label, value, onRemove }: ChipProps) {
  return (
    <li className={classes.chip}>
      <span className={classes.text}>
        {label}: <b>{value}</b>
      </span>
      <CloseButton size={24} aria-label={`Remove the filter ${label}`} onClick={onRemove} />
    </li>
  );
}
