import type { Values } from '#kernel/input.ts';
import type { FormOptions } from './form-state-types.ts';
import { same } from './merge.ts';

/** The values of a form, beside those that it began with. */
export interface TypedValues {
  get: (name: string) => unknown;
  all: () => Values;
  /** The values that it began with, or those of the version that it is based on by now. */
  start: () => Values;
  /** The values that differ from the start. */
  changes: () => Values;
  differ: () => boolean;
  /** The fields that nothing implied replaces. */
  byHand: () => string[];
  /** A value by the person's own hand. */
  put: (name: string, value: unknown) => void;
  /** Takes over what follows from other values, except where a person typed. */
  imply: (following: Values) => void;
  /** Lets fields follow again what others imply. */
  release: (names: readonly string[]) => void;
  clearPreset: (name: string) => void;
  /** Begins with another version; what was merged is laid over it. */
  rebase: (start: Values, merged: Values) => void;
  startOver: () => void;
  /** A function that answers whether nothing was typed, and no other mark set, since this one was. */
  mark: () => () => boolean;
}

/** The values of a form at its start, with those of its draft over them. */
export function createTypedValues<T>(options: FormOptions<T>): TypedValues {
  const { fields, draft = null } = options;
  let start: Values = options.start;
  let values: Values = { ...start, ...known(draft?.values ?? {}, start) };
  let marks = 0;
  const byHand = new Set([...(options.byHand ?? []), ...(draft?.byHand ?? [])]);
  const differs = (name: string) => !(fields[name]?.same ?? same)(values[name], start[name]);
  return {
    get: (name) => values[name],
    all: () => values,
    start: () => start,
    changes: () => Object.fromEntries(Object.entries(values).filter(([name]) => differs(name))),
    differ: () => Object.keys(values).some(differs),
    byHand: () => [...byHand],
    put: (name, value) => {
      values = { ...values, [name]: value };
      byHand.add(name);
      marks += 1;
    },
    imply: (following) => {
      const isNew = ([name, value]: [string, unknown]) =>
        !byHand.has(name) && name in values && values[name] !== value;
      const free = Object.entries(following).filter(isNew);
      // Whoever waits for a change is not notified of none.
      if (free.length > 0) values = { ...values, ...Object.fromEntries(free) };
    },
    release: (names) => {
      for (const name of names) byHand.delete(name);
    },
    clearPreset: (name) => {
      start = { ...start, [name]: null };
      values = { ...values, [name]: null };
    },
    rebase: (newStart, merged) => {
      start = newStart;
      values = { ...start, ...merged };
    },
    startOver: () => {
      values = { ...start };
      byHand.clear();
      for (const name of options.byHand ?? []) byHand.add(name);
    },
    mark: () => {
      const mark = ++marks;
      return () => mark === marks;
    },
  };
}

/** The kept values of fields that are still there. */
const known = (kept: Values, start: Values): Values =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => Object.hasOwn(start, name)));
