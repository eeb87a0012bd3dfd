import { Group, Radio } from '@mantine/core';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import { PROVIDERS } from '../billing.ts';

/** The choice of the tabs; files of AWS are taken by a new billing run. */
const OFFERED = [
  { provider: 'aws', disabled: true },
  { provider: 'azure', disabled: false },
  { provider: 'gcp', disabled: false },
] as const;

/** What a room calls the provider. */
export const PROVIDER = 'provider';

/** Whose invoice it is. */
export function ProviderChoice<T>({ room }: { room: Room<T> }) {
  const { value, error } = useRoomField(room, PROVIDER);
  const { saving } = useRoomState(room);
  return (
    <Radio.Group
      label="Provider"
      value={String(value)}
      error={error}
      onChange={(next) => room.set(PROVIDER, next)}
    >
      <Group gap="lg" mt={6}>
        {OFFERED.map(({ provider, disabled }) => (
          <Radio key={provider} value={provider} label={PROVIDERS[provider]} disabled={disabled || saving} />
        ))}
      </Group>
    </Radio.Group>
  );
}
