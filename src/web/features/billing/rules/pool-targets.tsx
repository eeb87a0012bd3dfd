import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import { nextKey, poolField, TARGET, targetField, type TypedPool, type TypedTarget } from './pools.ts';
import classes from './pools.module.css';

interface PoolTargetsProps<Result> {
  formState: FormState<Result>;
  at: number;
  pool: TypedPool;
  onChange: (change: Partial<TypedPool>) => void;
}

/** The cost centers among which a pool is split, with their shares where these are fixed. */
export function PoolTargets<Result>({ formState, at, pool, onChange }: PoolTargetsProps<Result>) {
  const { targets, split } = pool;
  const { error } = useFormField(formState, poolField(at, 'targets'));
  const set = (next: readonly TypedTarget[]) => {
    onChange({ targets: next });
    formState.mend(poolField(at, 'targets'));
  };
  return (
    <Input.Wrapper label="Cost Centers" labelElement="div" error={error}>
      <Stack gap="xs" mt={4} mb={error ? 4 : 0}>
        {targets.map((target, place) => (
          <Target
            key={target.key}
            formState={formState}
            at={at}
            place={place}
            target={target}
            hasShare={split === 'fixed'}
            onChange={(changed) =>
              set(targets.map((one, other) => (other === place ? { ...one, ...changed } : one)))
            }
            onRemove={targets.length > 1 ? () => set(targets.filter((_one, other) => other !== place)) : null}
          />
        ))}
        <div>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => set([...targets, { key: nextKey(targets), center: null, percent: '' }])}
          >
            Add Cost Center
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}

interface TargetProps<Result> {
  formState: FormState<Result>;
  at: number;
  place: number;
  target: TypedTarget;
  hasShare: boolean;
  onChange: (change: Partial<TypedTarget>) => void;
  /** Null for the last one. */
  onRemove: (() => void) | null;
}

function Target<Result>({ formState, at, place, target, hasShare, onChange, onRemove }: TargetProps<Result>) {
  const { locked } = useFormStatus(formState);
  const name = targetField(at, place, 'center');
  const share = targetField(at, place, 'percent');
  const { error } = useFormField(formState, name);
  const { error: wrong } = useFormField(formState, share);
  return (
    <div className={classes.target} data-share={hasShare || undefined}>
      <FieldInput
        name={name}
        field={TARGET}
        value={target.center}
        onChange={(center) => {
          onChange({ center: center as TypedTarget['center'] });
          formState.mend(name);
        }}
        onPending={formState.settle}
        onPresetGone={() => onChange({ center: null })}
        look="form"
        mode="create"
        error={error}
        locked={locked}
        takesFocus={false}
      />
      {hasShare && (
        <TextInput
          name={share}
          label="Per Cent"
          inputMode="decimal"
          withAsterisk
          value={target.percent}
          error={wrong}
          onChange={({ currentTarget }) => {
            onChange({ percent: currentTarget.value });
            formState.mend(share);
          }}
        />
      )}
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          aria-label={`Remove cost center ${place + 1}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
