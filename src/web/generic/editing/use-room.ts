import { useSyncExternalStore } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Room, RoomState } from './room-types.ts';

type AnyRoom = Pick<Room<unknown>, 'subscribe' | 'get' | 'error' | 'state' | 'values'>;

/** The value and the error of one field. */
export function useRoomField(room: AnyRoom, name: string): { value: unknown; error: string | null } {
  const value = useSyncExternalStore(room.subscribe, () => room.get(name));
  const error = useSyncExternalStore(room.subscribe, () => room.error(name));
  return { value, error };
}

/** Every value, for what depends on several; it renders with every key press. */
export function useRoomValues(room: AnyRoom): Values {
  return useSyncExternalStore(room.subscribe, room.values);
}

/** How the room is; null where there is none. */
export function useRoomState(room: AnyRoom): RoomState;
export function useRoomState(room: AnyRoom | null): RoomState | null;
export function useRoomState(room: AnyRoom | null): RoomState | null {
  return useSyncExternalStore(room?.subscribe ?? noChanges, () => room?.state() ?? null);
}

const noChanges = () => () => undefined;
