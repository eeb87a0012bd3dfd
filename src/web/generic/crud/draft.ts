import { useSyncExternalStore } from 'react';
import type { Values } from '#kernel/input.ts';

/** What a person types into one row or dialog, outside of React so that a key press renders one input. */
export interface Draft {
  get: (name: string) => unknown;
  /** A value by the person's own hand. */
  set: (name: string, value: unknown) => void;
  values: () => Values;
  /** What differs from the start. */
  changes: () => Values;
  /** The fields that were set by hand. */
  byHand: () => string[];
  /** Takes over what follows from other values, but never in place of what was set by hand. */
  follow: (values: Values) => void;
  /** Takes over values as they are stored by now. */
  rebase: (values: Values) => void;
  error: (name: string) => string | null;
  setErrors: (errors: Readonly<Record<string, string>>) => void;
  subscribe: (listener: () => void) => () => void;
}

const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '');

/** What was typed into a draft before, to begin with. */
interface Typed {
  values?: Values;
  byHand?: readonly string[];
}

/** A draft that starts with `start`, a value for each field that can be changed. */
export function createDraft(start: Values, typed: Typed = {}): Draft {
  let initial = start;
  let values: Values = { ...start, ...typed.values };
  let errors: Readonly<Record<string, string>> = {};
  const byHand = new Set(typed.byHand);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (name) => values[name],
    set: (name, value) => {
      values = { ...values, [name]: value };
      byHand.add(name);
      const { [name]: _mended, ...others } = errors;
      errors = others;
      tell();
    },
    values: () => values,
    changes: () =>
      Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, initial[name]))),
    byHand: () => [...byHand],
    follow: (following) => {
      const free = Object.entries(following).filter(([name]) => !byHand.has(name));
      values = { ...values, ...Object.fromEntries(free) };
      tell();
    },
    rebase: (stored) => {
      initial = { ...initial, ...stored };
      values = { ...values, ...stored };
      errors = {};
      tell();
    },
    error: (name) => errors[name] ?? null,
    setErrors: (found) => {
      errors = found;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value and the error of one field of a draft. */
export function useDraftField(draft: Draft, name: string): { value: unknown; error: string | null } {
  const value = useSyncExternalStore(draft.subscribe, () => draft.get(name));
  const error = useSyncExternalStore(draft.subscribe, () => draft.error(name));
  return { value, error };
}

/** Whether anything differs from the start. */
export function useDirty(draft: Draft | null): boolean {
  return useSyncExternalStore(draft?.subscribe ?? noChanges, () =>
    draft ? Object.keys(draft.changes()).length > 0 : false,
  );
}

const noChanges = () => () => undefined;
