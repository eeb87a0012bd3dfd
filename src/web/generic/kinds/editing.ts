import { createElement, useState, type ComponentType } from 'react';
import type * as parts from '../inputs/parts.ts';
import { late } from '#web/ui/pages/late.tsx';

type Parts = typeof parts;

let loaded: Parts | null = null;
let coming: Promise<Parts> | null = null;

/** Whether the inputs are there: what is edited then stands at once. */
export const inputsAreHere = (): boolean => loaded !== null;

/** Fetches the inputs that lists do without. A form waits for it before it is shown, a table before something is edited. */
export function fetchInputs(): Promise<Parts> {
  coming ??= import('../inputs/parts.ts').then(
    (all) => (loaded = all),
    (failure: unknown) => {
      coming = null;
      throw failure;
    },
  );
  return coming;
}

/** An input that comes with `fetchInputs`: it stands at once where that is done, and else as soon as it is there. */
export function editing<K extends keyof Parts>(name: K): Parts[K] {
  type Props = object;
  const Late = late(async () => ({ default: (await fetchInputs())[name] as ComponentType<Props> }));
  function Part(props: Props) {
    // The same one as long as it stands: another would begin anew, without what was typed.
    const [Shown] = useState(() => (loaded?.[name] as ComponentType<Props> | undefined) ?? Late);
    return createElement(Shown, props);
  }
  return Part as Parts[K];
}
