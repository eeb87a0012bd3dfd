import type { Field } from '#kernel/fields/kinds.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField } from '#web/generic/editing/use-room.ts';

/** What says how files are read, which appears once they leave it open. */
export function ReadingInputs<T>({
  room,
  fields,
}: {
  room: Room<T>;
  fields: Readonly<Record<string, Field>>;
}) {
  return Object.entries(fields).map(([name, field]) => (
    <Reading key={name} room={room} name={name} field={field} />
  ));
}

/** One of them stays where it has appeared. */
function Reading<T>({ room, name, field }: { room: Room<T>; name: string; field: Field }) {
  const { value, error } = useRoomField(room, name);
  if (error === null && value === null) return null;
  return <LoneInput room={room} name={name} field={field} mode="create" />;
}
