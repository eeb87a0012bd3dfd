import { createElement } from 'react';
import type { InputProps } from '../inputs/input-props.ts';
import { webKindOf } from './kinds.ts';

/** The input of a field, whatever its kind, for forms and for the edited row of a grid. */
export function FieldInput(props: InputProps) {
  return createElement(webKindOf(props.field).Input, props);
}
