import { createElement, useState, type ComponentType } from 'react';
import { late } from '#web/ui/pages/late.tsx';
import type { InputProps } from '../inputs/input-props.ts';
import { inputNameOf, type InputName } from './input-names.ts';

/** Each is a file of its own, or shares one with those that need the same: a form fetches those of its fields alone. */
const files = {
  BooleanInput: async () => (await import('../inputs/boolean-input.tsx')).BooleanInput,
  ChoiceInput: async () => (await import('../inputs/choice-input.tsx')).ChoiceInput,
  DateInput: async () => (await import('../inputs/date-input.tsx')).DateInput,
  InstantInput: async () => (await import('../inputs/instant-input.tsx')).InstantInput,
  JsonTextInput: async () => (await import('../inputs/json-text-input.tsx')).JsonTextInput,
  LongTextInput: async () => (await import('../inputs/long-text-input.tsx')).LongTextInput,
  MentionInput: async () => (await import('../inputs/references/mention-input.tsx')).MentionInput,
  NamedInput: async () => (await import('../inputs/references/named-input.tsx')).NamedInput,
  NumberInput: async () => (await import('../inputs/number-input.tsx')).NumberInput,
  RefInput: async () => (await import('../inputs/references/ref-input.tsx')).RefInput,
  RichTextInput: async () => (await import('../inputs/rich-text-input.tsx')).RichTextInput,
  SecretInput: async () => (await import('../inputs/secret-input.tsx')).SecretInput,
  SuggestedInput: async () => (await import('../inputs/references/suggested-input.tsx')).SuggestedInput,
  TextListInput: async () => (await import('../inputs/text-list-input.tsx')).TextListInput,
} satisfies { [Name in InputName]: () => Promise<unknown> };

type InputOf<Name extends InputName> = Awaited<ReturnType<(typeof files)[Name]>>;

const all = Object.keys(files) as InputName[];
const loaded = new Map<InputName, ComponentType<object>>();
const coming = new Map<InputName, Promise<ComponentType<object>>>();

function fetchInput(name: InputName): Promise<ComponentType<object>> {
  const pending = coming.get(name);
  if (pending) return pending;
  const input = files[name]().then(
    (here) => {
      loaded.set(name, here as ComponentType<object>);
      return here as ComponentType<object>;
    },
    (failure: unknown) => {
      coming.delete(name);
      throw failure;
    },
  );
  coming.set(name, input);
  return input;
}

/** Whether the inputs of every kind are loaded: editing then begins at once. */
export const inputsAreHere = (): boolean => all.every((name) => loaded.has(name));

/**
 * Fetches inputs that lists do without, those of every kind by default. A form waits for those of its fields before it is
 * shown, a table for all before something is edited.
 */
export async function fetchInputs(names: readonly InputName[] = all): Promise<void> {
  await Promise.all(names.map(fetchInput));
}

/** An input that is loaded by `fetchInputs`: it renders at once where it is loaded, and else as soon as it is. */
export function editing<Name extends InputName>(name: Name): InputOf<Name> {
  const Late = late(async () => ({ default: await fetchInput(name) }));
  function Part(props: object) {
    // The same component as long as it is mounted: another would begin anew, without what was typed.
    const [Shown] = useState(() => loaded.get(name) ?? Late);
    return createElement(Shown, props);
  }
  return Part as InputOf<Name>;
}

const inputs = new Map<InputName, ComponentType<InputProps>>();

/** The input of a field whose kind names one that comes late. */
export function LateInput(props: InputProps) {
  const name = inputNameOf(props.field);
  if (name === null) return null;
  const known = inputs.get(name) ?? (editing(name) as ComponentType<InputProps>);
  inputs.set(name, known);
  return createElement(known, props);
}
