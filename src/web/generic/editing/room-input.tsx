import type { ComponentType } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { inputField } from '#kernel/system-fields.ts';
import type { InputLook, InputProps } from '../inputs/input-props.ts';
import { comparedField, RemarkedInput } from '../inputs/remark.tsx';
import { webKindOf } from '../kinds/kinds.ts';
import type { RecordRoom } from './model-room.ts';
import { useRoomField, useRoomState } from './use-room.ts';

interface RoomInputProps {
  resource: Resource;
  room: RecordRoom;
  name: string;
  /** The record that names the values to begin with; the edited one by default. */
  row?: Values | null;
  look: InputLook;
  mode: 'create' | 'update';
  /** It takes the focus when the dialog that it is in opens. */
  takesFocus?: boolean;
  /** The room is told when the input is left. */
  derives?: boolean;
  /** The input of a model of its own. */
  input?: ComponentType<InputProps>;
}

/** Of the fields that stand beside each other in a form. */
const WHOLE_WIDTH = { gridColumn: '1 / -1' };

/** The input of one field of a room; it alone renders when its value changes. */
export function RoomInput(props: RoomInputProps) {
  const { resource, room, name, look, mode, takesFocus, derives, input: Own } = props;
  const { value, error } = useRoomField(room, name);
  const other = useRoomField(room, comparedField(resource, name) ?? name).value;
  const { record, locked } = useRoomState(room);
  const field = inputField(resource, name);
  const beside = useRoomField(room, (field && webKindOf(field).beside(field)) ?? name).value;
  if (!field) return null;
  const input: InputProps = {
    name,
    field,
    value,
    onChange: (next) => room.set(name, next),
    onPending: room.settle,
    onPresetGone: () => room.clearPreset(name),
    look,
    mode,
    row: props.row ?? record,
    beside,
    error,
    locked,
    takesFocus,
  };
  return (
    <div
      onBlur={derives ? room.leave : undefined}
      style={look === 'form' && webKindOf(field).wide(field) ? WHOLE_WIDTH : undefined}
    >
      {Own ? <Own {...input} /> : <RemarkedInput {...input} resource={resource} other={other} />}
    </div>
  );
}
