import { createElement, useState, type ComponentType, type ReactNode } from 'react';
import { late } from '#web/ui/pages/late.tsx';
import type { InputProps } from '../inputs/input-props.ts';
import type * as Inputs from './inputs.ts';

/** Null until they are loaded. */
let inputs: typeof Inputs | null = null;

/** Loads the inputs of all kinds, which lists do without. A screen on which something is edited waits for them. */
export async function fetchInputs(): Promise<void> {
  inputs ??= await import('./inputs.ts');
}

const Later: ComponentType<InputProps> = late<InputProps>(async () => {
  await fetchInputs();
  return { default: LateInput };
});

/** The input of a field, which comes with the first screen on which something is edited. */
export function LateInput(props: InputProps): ReactNode {
  // The same as long as it is mounted: another would begin anew, without what was typed.
  const [Shown] = useState(() => (inputs ? inputs.inputOf(props.field) : Later));
  return Shown && createElement(Shown, props);
}
