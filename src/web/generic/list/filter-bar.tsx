import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { late } from '#web/ui/late.tsx';
import { booleanWord } from '#kernel/fields/boolean.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { listFilters, type ListFilter, type Property, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { useTypedSearch } from '#web/ui/use-typed-search.ts';
import { ChoiceSelect } from '#web/ui/choice-select.tsx';
import type { ListState, ListStateChange } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import classes from './list.module.css';

/** Lists without such a filter, which are most, do without these inputs. */
const DateFieldInput = late(async () => ({
  default: (await import('../inputs/date-field-input.tsx')).DateFieldInput,
}));
const RefFieldInput = late(async () => ({
  default: (await import('../inputs/ref-field-input.tsx')).RefFieldInput,
}));

/** The choice that stands for no filter. */
const ALL = 'All';

interface FilterBarProps {
  resource: Resource;
  registry: Registry;
  state: ListState;
  change: ListStateChange;
}

/** The search over all text and the filters that the model declares; they stand in the address. */
export function FilterBar({ resource, registry, state, change }: FilterBarProps) {
  const properties = registry.properties(resource);
  const declared = listFilters(resource);
  const inSight = ['q', ...declared.map(({ key }) => key)];
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.filters} role="search" aria-label={resource.label[1]}>
      <TypedFilter label="Search" icon={<IconSearch size={16} />} value={state.q} onChange={change.setQ} />
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
        <Suspense>
          {declared.map((filter) => {
            const property = properties.get(filter.property);
            return property ? (
              <Filter
                key={filter.key}
                filter={filter}
                property={property}
                resource={resource}
                value={state.filters[filter.key] ?? ''}
                onChange={(value) => change.setFilter(filter.key, value)}
              />
            ) : null;
          })}
        </Suspense>
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
  resource: Resource;
  /** Empty for no filter. */
  value: string;
  onChange: (value: string) => void;
}

/** The input of one filter, as its operation and the kind of its field need it. */
function Filter({ filter, property, resource, value, onChange }: FilterProps) {
  const { field } = property;
  const label = filter.label ?? property.label;
  const operation = filter.operation ?? kindOf(field).filters[0];
  const choices = filter.choices?.map((choice) => ({ value: choice, label: choice }));
  if (choices) return <ChoiceFilter label={label} choices={choices} value={value} onChange={onChange} />;
  if (field.kind === 'boolean') {
    const words = [true, false].map((is) => ({ value: String(is), label: booleanWord(field, is) }));
    return <ChoiceFilter label={label} choices={words} value={value} onChange={onChange} />;
  }
  if (field.kind === 'choice') {
    const words = field.choices.map((word) => ({ value: word, label: word }));
    return <ChoiceFilter label={label} choices={words} value={value} onChange={onChange} />;
  }
  const common = { name: `filter-${filter.key}`, look: 'cell' as const, mode: 'create' as const };
  const own = resource.fields[filter.property];
  if (own?.kind === 'ref' && operation === 'equals')
    return (
      <Frame label={label}>
        <RefFieldInput
          {...common}
          field={{ ...own, label, none: 'always', hint: undefined }}
          value={value === '' ? null : Number(value)}
          // Text that names no record narrows nothing; the input says so.
          onChange={(id) => typeof id !== 'string' && onChange(typeof id === 'number' ? String(id) : '')}
          clearable
        />
      </Frame>
    );
  if (field.kind === 'date' && operation === 'day')
    return (
      <Frame label={label}>
        <DateFieldInput
          {...common}
          field={{ ...field, label, nullable: true, hint: undefined }}
          value={value || null}
          onChange={(day) => onChange(typeof day === 'string' ? day : '')}
        />
      </Frame>
    );
  return <TypedFilter label={label} value={value} onChange={onChange} />;
}

interface ChoiceFilterProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A select over the choices of a filter, and All. */
export function ChoiceFilter({ label, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Frame label={label}>
      <ChoiceSelect
        size="xs"
        width={92}
        aria-label={label}
        choices={[{ value: '', label: ALL }, ...choices]}
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

interface TypedFilterProps {
  label: string;
  icon?: ReactNode;
  value: string;
  onChange: (value: string) => void;
}

/** What is typed counts after a pause, at once on Enter or when the field is left. */
export function TypedFilter({ label, icon, value, onChange }: TypedFilterProps) {
  const { text, type, tell, empty } = useTypedSearch({ value, onSearch: onChange });
  return (
    <Frame label={label} icon={icon} className={icon ? classes.search : classes.typed}>
      <TextInput
        aria-label={label}
        placeholder={icon ? label : undefined}
        size="xs"
        type="search"
        spellCheck={false}
        autoComplete="off"
        rightSection={text && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={empty} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={tell}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell();
          if (event.key === 'Escape' && text !== '') empty();
        }}
      />
    </Frame>
  );
}
