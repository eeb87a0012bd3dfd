import { useMemo, type ReactNode } from 'react';
import type { Additions } from '../additions/additions.ts';
import { useListState } from '../list-state.ts';
import type { ModelScreens } from '../model-screens.ts';
import { chosenIn, narrowedTo } from '../narrowed.ts';
import type { ScreenProps } from '../screen.ts';
import { useList } from './use-list.ts';
import { useScrolledList } from './use-scrolled-list.ts';

export interface ListViewProps extends ScreenProps {
  /** Further buttons of the screen, for those who may edit. */
  tools?: ReactNode;
  /** Further buttons for everyone who sees the list. */
  reports?: ReactNode;
  /** The additions of the model. Keep the object the same between renders. */
  additions?: Additions;
  /** Each row has a link to its form. */
  editLinks?: boolean;
  /** The label and icon of the button for a new record, where that is not 'Add New …'. */
  add?: ModelScreens['add'];
  /** A new record is entered in a dialog. */
  addsInDialog?: boolean;
  beside?: ModelScreens['beside'];
  /** The text of an empty list, where it does not follow from the declaration. */
  nothingYet?: ModelScreens['nothingYet'];
}

const NO_SWITCHES: readonly string[] = [];

/** The state of a list in the address, and the rows that it leads to. */
export function useListed({ resource, narrowed, beside }: ListViewProps) {
  const switches = beside?.switches ?? NO_SWITCHES;
  const [wanted, change] = useListState(undefined, switches);
  const state = useMemo(() => narrowedTo(wanted, narrowed), [wanted, narrowed]);
  const chosen = useMemo(
    () => chosenIn(wanted, [...switches, ...Object.keys(narrowed?.only ?? {})]),
    [wanted, switches, narrowed],
  );
  const scrolls = resource.paging === 'scroll';
  const paged = useList(resource, state, change, { enabled: !scrolls, source: narrowed?.source });
  const scrolled = useScrolledList(resource, state, scrolls);
  return { wanted, state, chosen, change, list: scrolls ? scrolled : paged };
}

/**
 * A list at its address: its state as the address has it (`wanted`), with the filters that always hold there (`state`), and
 * with those alone that have inputs (`chosen`), and its rows.
 */
export type Listed = ReturnType<typeof useListed>;
