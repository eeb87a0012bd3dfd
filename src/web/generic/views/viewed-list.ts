import type { ListView, ShownList } from '#calls/views.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ListStateChange } from '../list-state.ts';

/** What the menu of views is told of the list. */
export interface ViewedList {
  resource: Resource;
  change: ListStateChange;
  /** The view that the address names; undefined without one. */
  view: ListView | undefined;
  /** What a view of what is shown now keeps. Columns are dragged without anything being told, so it is asked for. */
  now: () => ShownList;
  /** Whether it is otherwise than the view, as far as that shows. */
  changed: boolean;
  /** Gives up what was chosen beside the view, since it is part of it now. */
  settle: () => void;
}

/** What is asked for in a dialog: a name for a new view, or another one for the view that is shown. */
export type Naming = 'new' | 'rename';
