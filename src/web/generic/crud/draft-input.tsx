import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { InputLook } from '../inputs/input-props.ts';
import { comparedField, RemarkedInput } from '../inputs/remark.tsx';
import { useDraftField, type Draft } from './draft.ts';

interface DraftInputProps {
  resource: Resource;
  name: string;
  draft: Draft;
  row: Values | null;
  look: InputLook;
  mode: 'create' | 'update';
  disabled?: boolean;
  /** It takes the focus when the dialog that it is in opens. */
  takesFocus?: boolean;
  /** The focus leaves the input. */
  onLeave?: () => void;
}

/** The input of one field of a draft; it alone renders when its value changes. */
export function DraftInput(props: DraftInputProps) {
  const { resource, name, draft, row, look, mode, disabled, takesFocus, onLeave } = props;
  const { value, error } = useDraftField(draft, name);
  const other = useDraftField(draft, comparedField(resource, name) ?? name).value;
  const field = resource.fields[name];
  if (!field) return null;
  return (
    <div onBlur={onLeave}>
      <RemarkedInput
        resource={resource}
        other={other}
        name={name}
        field={field}
        value={value}
        onChange={(next) => draft.set(name, next)}
        onPresetGone={() => draft.rebase({ [name]: null })}
        look={look}
        mode={mode}
        row={row}
        error={error}
        disabled={disabled}
        takesFocus={takesFocus}
      />
    </div>
  );
}
