import { ActionIcon, Button, Group, Input, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { MOST_POOLS } from '#calls/pools.ts';
import { CLOUDS } from '#kernel/billing/runs.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { PROVIDERS } from '../billing.ts';
import { emptyPool, namesTargets, nextKey, poolField, type TypedPool } from './pools.ts';
import { PoolTargets } from './pool-targets.tsx';
import classes from './pools.module.css';

export const POOLS = 'pools';

const SOURCES: readonly { value: TypedPool['source']; label: string }[] = [
  { value: 'account', label: 'All lines of an account' },
  { value: 'service', label: 'All lines of a service' },
  { value: 'tag', label: 'All lines with a tag' },
  { value: 'purchase', label: 'A purchase without an account' },
];

const SPLITS: readonly { value: TypedPool['split']; label: string }[] = [
  { value: 'even', label: 'Evenly over cost centers' },
  { value: 'fixed', label: 'By fixed shares' },
  { value: 'spend', label: 'In proportion to spend of the month' },
  { value: 'metric', label: 'By a metric of the month' },
];

/** The hint of an input stands below it. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface PoolProps<Result> {
  formState: FormState<Result>;
  at: number;
  pool: TypedPool;
  onChange: (change: Partial<TypedPool>) => void;
}

/** The pools of shared cost of a version, in their order. */
export function PoolInputs<Result>({ formState }: { formState: FormState<Result> }) {
  const { value } = useFormField(formState, POOLS);
  const { locked } = useFormStatus(formState);
  const list = useRef<HTMLDivElement>(null);
  const pools = value as readonly TypedPool[];
  const set = (next: readonly TypedPool[]) => formState.set(POOLS, next);
  const change = (at: number, changed: Partial<TypedPool>) =>
    set(pools.map((pool, place) => (place === at ? { ...pool, ...changed } : pool)));
  const move = (at: number, by: number) => {
    const next = pools.filter((_pool, place) => place !== at);
    const moved = pools[at];
    if (moved) set(next.toSpliced(at + by, 0, moved));
  };
  const focusOn = (name: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
  return (
    <Input.Wrapper
      label="Pools of Shared Cost"
      labelElement="div"
      description="What a pool takes leaves the cost center of its account and is split among others. A line that belongs to several pools goes to the first of them."
    >
      <Stack gap="md" mt={8} ref={list}>
        {pools.map((pool, at) => (
          <fieldset key={pool.key} className={classes.pool} disabled={locked}>
            <legend>
              Pool {at + 1}
              {pool.name.trim() !== '' && `: ${pool.name}`}
            </legend>
            <Order
              name={pool.name.trim() || `pool ${at + 1}`}
              isFirst={at === 0}
              isLast={at === pools.length - 1}
              onMove={(by) => move(at, by)}
              onRemove={() => {
                set(pools.filter((_pool, place) => place !== at));
                focusOn('add-pool');
              }}
            />
            <OnePool formState={formState} at={at} pool={pool} onChange={(changed) => change(at, changed)} />
          </fieldset>
        ))}
        <Group>
          <Button
            name="add-pool"
            size="xs"
            variant="default"
            disabled={locked || pools.length >= MOST_POOLS}
            onClick={() => {
              set([...pools, emptyPool(nextKey(pools))]);
              focusOn(poolField(pools.length, 'name'));
            }}
          >
            Add Pool
          </Button>
          {pools.length >= MOST_POOLS && (
            <Text size="sm" c="dimmed">
              A version has at most {MOST_POOLS} pools.
            </Text>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface OrderProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** The place of a pool among the others, and the way to take it out. */
function Order({ name, isFirst, isLast, onMove, onRemove }: OrderProps) {
  const button = { variant: 'subtle', color: 'gray' } as const;
  return (
    <div className={classes.order}>
      <ActionIcon {...button} aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

function OnePool<Result>(props: PoolProps<Result>) {
  const { formState, at, pool, onChange } = props;
  return (
    <Stack gap="sm">
      <PoolText {...props} input="name" label="Name" hint="Such as Shared network." />
      <div className={classes.pair}>
        <ChoiceSelect
          label="Takes"
          choices={SOURCES}
          value={pool.source}
          onChange={(source) => onChange({ source: source as TypedPool['source'] })}
        />
        <Source {...props} />
      </div>
      <ChoiceSelect
        label="Split"
        choices={SPLITS}
        value={pool.split}
        onChange={(split) => onChange({ split: split as TypedPool['split'] })}
      />
      {pool.split === 'metric' && (
        <PoolText
          {...props}
          input="metric"
          label="Metric"
          hint="As Allocation Metrics have it for each month, such as seats."
        />
      )}
      {pool.split === 'spend' && <SpendOf pool={pool} onChange={onChange} />}
      {namesTargets(pool) && <PoolTargets formState={formState} at={at} pool={pool} onChange={onChange} />}
    </Stack>
  );
}

function SpendOf({ pool, onChange }: Pick<PoolProps<unknown>, 'pool' | 'onChange'>) {
  const name = useId();
  return (
    <Radio.Group
      name={name}
      label="Spend"
      description="What else the run charges them, without what pools take."
      value={pool.all ? 'all' : 'named'}
      onChange={(chosen) => onChange({ all: chosen === 'all' })}
    >
      <Group gap="md" mt={8}>
        <Radio value="all" label="Of all cost centers" />
        <Radio value="named" label="Of some cost centers" />
      </Group>
    </Radio.Group>
  );
}

/** What says whose lines a pool takes. */
function Source<Result>(props: PoolProps<Result>) {
  const { pool, onChange } = props;
  switch (pool.source) {
    case 'account':
      return (
        <PoolText
          {...props}
          input="account"
          label="Account"
          hint="The identifier of its cloud parent."
          code
        />
      );
    case 'service':
      return (
        <>
          <ChoiceSelect
            label="Provider"
            choices={CLOUDS.map((value) => ({ value, label: PROVIDERS[value] }))}
            value={pool.provider}
            onChange={(provider) => onChange({ provider: provider as TypedPool['provider'] })}
          />
          <PoolText {...props} input="service" label="Service" hint="As the lines of its bills name it." />
        </>
      );
    case 'tag':
      return (
        <>
          <PoolText {...props} input="tagKey" label="Key" code />
          <PoolText {...props} input="tagValue" label="Value" hint="Capitals count." code />
        </>
      );
    case 'purchase':
      return (
        <PoolText
          {...props}
          input="place"
          label="Place"
          hint="As exceptions have it, such as No account: Billing account 7000008, invoice section S."
        />
      );
  }
}

interface PoolTextProps<Result> extends PoolProps<Result> {
  input: 'name' | 'account' | 'service' | 'tagKey' | 'tagValue' | 'place' | 'metric';
  label: string;
  hint?: string;
  /** Whether it is no word of a language. */
  code?: boolean;
}

function PoolText<Result>({
  formState,
  at,
  pool,
  onChange,
  input,
  label,
  hint,
  code,
}: PoolTextProps<Result>) {
  const name = poolField(at, input);
  const { error } = useFormField(formState, name);
  return (
    <TextInput
      name={name}
      label={label}
      description={hint}
      // Inputs beside each other begin at the same height, whichever of them has a hint.
      inputWrapperOrder={BELOW}
      withAsterisk
      spellCheck={code ? false : undefined}
      value={pool[input]}
      error={error}
      onChange={({ currentTarget }) => {
        onChange({ [input]: currentTarget.value });
        formState.mend(name);
      }}
    />
  );
}
