import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { instant } from '#kernel/fields/instant.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import { NARROW } from '#web/ui/breakpoints.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { ALL } from '../filters/choice-filter.tsx';
import { spokenSpan } from '../filters/day-span.ts';
import { daysFilter } from '../filters/days-filter.tsx';
import { filterOf } from '../filters/filter-of.ts';
import { TypedInput } from '../filters/typed-input.tsx';
import type { ListState, ListStateChange } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import { MoreFilters } from './more-filters.tsx';
import { filtersAbove, useFitting, type ShownFilter } from './use-fitting.ts';
import classes from './list.module.css';

interface FilterBarProps {
  resource: Resource;
  registry: Registry;
  state: ListState;
  change: ListStateChange;
  /** The columns of the table below it, which have inputs of their own. Keep the array the same. */
  columns?: readonly GridColumn<RecordRow>[];
  /** A filter of the list's own, and whether it is set. */
  own?: { shown: ReactNode; isSet: boolean } | undefined;
}

const NO_COLUMNS: readonly GridColumn<RecordRow>[] = [];

/**
 * Above a list: the search over all text, the filters that the model declares and that are at no column, and all that narrows the
 * list, wherever its input is. Filters that have no room in one line wait behind a button, on a narrow screen all of them.
 */
export function FilterBar({ resource, registry, state, change, columns = NO_COLUMNS, own }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const filters = useMemo(
    () => filtersAbove(resource, registry, columns, narrow),
    [resource, registry, columns, narrow],
  );
  const fitting = useFitting(bar, filters, resource.search, own !== undefined);
  const first = narrow ? 0 : fitting;
  const [inLine, others] = [filters.slice(0, first), filters.slice(first)];
  const shown = (one: ShownFilter) => (
    <Filter
      key={one.filter.key}
      shown={one}
      value={state.filters[one.filter.key] ?? ''}
      onChange={(value) => change.setFilter(one.filter.key, value)}
    />
  );
  return (
    <div ref={bar} className={classes.filters} role="search" aria-label={resource.label[1]} data-on-paper>
      {resource.search && <SearchFilter value={state.q} onChange={change.setQ} />}
      {!narrow && own?.shown}
      {inLine.map(shown)}
      {others.length > 0 && (
        <MoreFilters
          set={
            others.filter(({ filter }) => state.filters[filter.key]).length + (narrow && own?.isSet ? 1 : 0)
          }
        >
          {narrow && own?.shown}
          {others.map(shown)}
        </MoreFilters>
      )}
      <FilterChips
        resource={resource}
        registry={registry}
        state={state}
        change={change}
        hasSearch={resource.search}
      />
    </div>
  );
}

interface FilterProps {
  shown: ShownFilter;
  /** Empty for no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** The input of one filter, under its name. */
function Filter({ shown: { filter, property, label, width }, value, onChange }: FilterProps) {
  const way = filterOf(property, filter);
  if (!way) return null;
  return (
    <Frame label={label} className={classes[way.room]} width={width}>
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

interface DaysFilterProps {
  label: string;
  /** The word of the filter; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Days of a list that is no model's. */
export function DaysFilter({ label, value, onChange }: DaysFilterProps) {
  return (
    <Frame label={label} set={value && spokenSpan(value)} className={classes.long}>
      <daysFilter.Input field={instant(label)} label={label} value={value} onChange={onChange} />
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
  const set = choices.find((choice) => choice.value === value)?.label;
  return (
    <Frame label={label} set={value && (set ?? value)} className={classes.chosen}>
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
  /** Shown in place of the label. */
  icon?: ReactNode;
  className?: string;
  /** Its least width in pixels. */
  width?: number;
  /** What it is set to, in words: paper has these in place of the input, and nothing of a filter that is not set. */
  set?: string;
  children: ReactNode;
}

/** A select over the choices of a filter of a list's own, with room for words that say how many there are. */
export function OwnFilter({ label, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Frame label={label} className={classes.own}>
      <ChoiceSelect size="xs" aria-label={label} choices={choices} value={value} onChange={onChange} />
    </Frame>
  );
}

/** An input with its name within its frame. */
export function Frame({ label, icon, className, width, set, children }: FrameProps) {
  return (
    <label
      className={`${classes.filter} ${className ?? ''}`}
      data-set={set ? `${label}: ${set}` : undefined}
      style={width ? { flexBasis: width } : undefined}
    >
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
    <Frame label="Search" icon={<IconSearch size={16} />} set={props.value} className={classes.search}>
      <TypedInput label="Search" placeholder="Search" {...props} />
    </Frame>
  );
}
