import type { ListView, ShownList } from '#calls/views.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ListStateChange } from '../list-state.ts';

/** The state of the list that the menu of views needs. */
export interface ViewedList {
  resource: Resource;
  change: ListStateChange;
  /** The view that the address names; undefined without one. */
  view: ListView | undefined;
  /** The list as it is shown now, as a view keeps it. Dragging columns notifies nobody, so it is read by a call. */
  now: () => ShownList;
  /** Whether it is otherwise than the view, as far as that shows. */
  changed: boolean;
  /** Gives up what was chosen beside the view, since it is part of it now. */
  settle: () => void;
}

/** The purpose of the dialog: a name for a new view, or another one for the view that is shown. */
export type Naming = 'new' | 'rename';
