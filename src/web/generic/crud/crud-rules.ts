import type { ReactNode } from 'react';
import type { Values } from '#kernel/input.ts';
import type { RecordRow } from '#web/data/queries.ts';

/** How a model's editable table differs from the one that follows from its declaration. */
export interface CrudRules {
  /** Said when a second row is to be added while the first is not saved; without it the button rests. */
  addPending?: string;
  /** The fields of a new row; those of the table unless told. */
  addFields?: readonly string[];
  /** What follows from the values of a new or copied record, by field; asked before it is sent. */
  derive?: (values: Values) => Promise<Values>;
  /** The fields of a copied record that nothing derived replaces. */
  keeps?: (copied: Values) => readonly string[];
  /** Adds a record in the model's own way. */
  create?: (values: Values, intent: string) => Promise<RecordRow>;
  /** Whether a record can be copied; true unless told. */
  copies?: boolean;
  /** Further buttons of the screen, for those who may edit. */
  buttons?: ReactNode;
}
