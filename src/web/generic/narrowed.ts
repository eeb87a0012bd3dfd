import type { ListSource } from '#web/data/queries.ts';
import type { ListState } from './list-state.ts';

/** A list at an address of its own with a part of its model's records. */
export interface Narrowed {
  /** Its name, such as 'AWS AD Groups'. */
  label: string;
  /** Filters that always hold there, `<key>` of `by_<key>` → value. */
  only?: Readonly<Record<string, string>>;
  /** Filters that hold there while the address says nothing of them. */
  unless?: Readonly<Record<string, string>>;
  /** The call that answers it, where that is not the model's own list. */
  source?: ListSource;
  /** The text where those leave out all that there is. */
  none?: { title: string; words: string };
}

/** The state of a list at an address: what the address says, within what the list is about. */
export const narrowedTo = (state: ListState, narrowed: Narrowed | undefined): ListState =>
  narrowed ? { ...state, filters: { ...narrowed.unless, ...state.filters, ...narrowed.only } } : state;

/** The part of a state that was chosen there by filters that have inputs and chips, beside those that do not. */
export function chosenIn(state: ListState, without: readonly string[]): ListState {
  const filters = Object.entries(state.filters).filter(([key]) => !without.includes(key));
  return { ...state, filters: Object.fromEntries(filters) };
}
