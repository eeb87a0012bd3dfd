import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { listFilters, type ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { ChoiceSelect } from '#web/ui/choice-select.tsx';
import { ALL } from '../filters/choice-filter.tsx';
import { filterOf } from '../filters/filter-of.ts';
import { TypedInput } from '../filters/typed-input.tsx';
import type { ListState, ListStateChange } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import classes from './list.module.css';

interface FilterBarProps {
  resource: Resource;
  registry: Registry;
  state: ListState;
  change: ListStateChange;
}

/** The search over all text and the filters that the model declares; they stand in the address. */
export function FilterBar({ resource, registry, state, change }: FilterBarProps) {
  const properties = registry.properties(resource);
  const declared = listFilters(resource).filter(({ inSight: shown }) => shown !== false);
  const inSight = [...(resource.search ? ['q'] : []), ...declared.map(({ key }) => key)];
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.filters} role="search" aria-label={resource.label[1]}>
      {resource.search && <SearchFilter value={state.q} onChange={change.setQ} />}
      {declared.length > 0 && (
        <Button
          className={classes.toggle}
          variant="default"
          size="xs"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filters
        </Button>
      )}
      <div className={classes.others} data-open={open || undefined}>
        {declared.map((filter) => {
          const property = properties.get(filter.property);
          return property ? (
            <Filter
              key={filter.key}
              filter={filter}
              property={property}
              value={state.filters[filter.key] ?? ''}
              onChange={(value) => change.setFilter(filter.key, value)}
            />
          ) : null;
        })}
      </div>
      <FilterChips
        resource={resource}
        registry={registry}
        state={state}
        change={change}
        shownElsewhere={inSight}
      />
    </div>
  );
}

interface FilterProps {
  filter: ListFilter;
  property: Property;
  /** Empty for no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** The input of one filter, under its name. */
function Filter({ filter, property, value, onChange }: FilterProps) {
  const way = filterOf(property, filter);
  if (!way) return null;
  const label = filter.label ?? property.label;
  return (
    <Frame label={label} className={classes[way.room]}>
      <way.Input
        field={property.field}
        label={label}
        choices={filter.choices}
        value={value}
        onChange={onChange}
      />
    </Frame>
  );
}

interface ChoiceFilterProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A select over the choices of a list that is no model's, and All. */
export function ChoiceFilter({ label, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Frame label={label} className={classes.chosen}>
      <ChoiceSelect
        size="xs"
        aria-label={label}
        choices={[ALL, ...choices]}
        value={value}
        onChange={onChange}
      />
    </Frame>
  );
}

interface FrameProps {
  label: string;
  /** Stands for the label. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** An input with its name within its frame. */
function Frame({ label, icon, className, children }: FrameProps) {
  return (
    <label className={`${classes.filter} ${className ?? ''}`}>
      {icon ?? <span>{label}</span>}
      {children}
    </label>
  );
}

interface SearchFilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** The search over all text of a list. */
export function SearchFilter(props: SearchFilterProps) {
  return (
    <Frame label="Search" icon={<IconSearch size={16} />} className={classes.search}>
      <TypedInput label="Search" placeholder="Search" {...props} />
    </Frame>
  );
}
