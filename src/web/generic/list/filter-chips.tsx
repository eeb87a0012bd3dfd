import { Button, CloseButton } from '@mantine/core';
import { formatDay } from '#kernel/dates.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import { listFilters, type Property, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { waitsOf } from '#kernel/tones.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { optionLabel, useChosen } from '../inputs/ref-options.ts';
import type { ListState, ListStateChange } from '../list-state.ts';
import classes from './filter-chips.module.css';

interface FilterChipsProps {
  resource: Resource;
  registry: Registry;
  state: ListState;
  change: ListStateChange;
  /** Filters whose input is in sight and says the same. */
  shownElsewhere?: readonly string[];
}

/** What narrows the list, each with its way out: nothing narrows it unseen. Nothing without filters. */
export function FilterChips({ resource, registry, state, change, shownElsewhere = [] }: FilterChipsProps) {
  const properties = registry.properties(resource);
  if (state.q === '' && Object.keys(state.filters).length === 0) return null;
  const active = Object.entries(state.filters).filter(([key]) => !shownElsewhere.includes(key));
  const searches = state.q !== '' && !shownElsewhere.includes('q');
  return (
    <ul className={classes.chips} aria-label="Filters">
      {searches && <Chip label="Search" value={state.q} onRemove={() => change.setQ('')} />}
      {active.map(([key, value]) => {
        const declared = listFilters(resource).find((filter) => filter.key === key);
        const property = properties.get(declared?.property ?? key);
        const label = declared?.label ?? property?.label ?? key;
        const onRemove = () => change.setFilter(key, '');
        const own = resource.fields[property?.name ?? ''];
        if (own?.kind === 'ref' && /^\d+$/.test(value))
          return (
            <ReferenceChip key={key} field={own} name={key} label={label} id={value} onRemove={onRemove} />
          );
        const shown = waitingWords(resource, key, value) ?? shownValue(property, declared?.operation, value);
        return <Chip key={key} label={label} value={shown} onRemove={onRemove} />;
      })}
      <li>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={change.clearFilters}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}

/** What the word of a filter finds, where it is work that waits; a flag says by itself what it is. */
function waitingWords(resource: Resource, key: string, value: string): string | undefined {
  if (resource.tones?.[key]?.about !== 'expiry') return undefined;
  return waitsOf(resource).find((wait) => wait.filter === key && wait.value === value.toLowerCase())?.label;
}

/** The value of a filter as people read it. */
function shownValue(property: Property | undefined, operation: string | undefined, value: string): string {
  if (!property) return value;
  const { field } = property;
  const how = operation ?? kindOf(field).filters[0];
  if (how === 'last-days') return `${value} days`;
  if (how === 'day') return formatDay(value);
  if (field.kind === 'boolean') return formatValue(field, value === 'true');
  return value;
}

interface ChipProps {
  label: string;
  value: string;
  onRemove: () => void;
}

function Chip({ label, value, onRemove }: ChipProps) {
  return (
    <li className={classes.chip}>
      <span className={classes.text}>
        {label}: <b>{value}</b>
      </span>
      <CloseButton size="sm" aria-label={`Remove the filter ${label}`} onClick={onRemove} />
    </li>
  );
}

interface ReferenceChipProps extends Omit<ChipProps, 'value'> {
  field: RefField;
  name: string;
  id: string;
}

/** The filter by a record, with the record's name. */
function ReferenceChip({ field, name, id, ...chip }: ReferenceChipProps) {
  const { option } = useChosen(field, name, Number(id));
  return <Chip {...chip} value={option ? optionLabel(option) : '…'} />;
}
