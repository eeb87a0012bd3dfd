import type { Values } from '#kernel/input.ts';
import type { EditingRules } from '../editing/model-form-state.ts';

/** How a model's editable table differs from the one that follows from its declaration. */
export interface CrudRules extends EditingRules {
  /** Said when a second row is to be added while the first is not saved; without it the button rests. */
  addPending?: string;
  /** The fields of a new row; those of the table by default. */
  addFields?: readonly string[];
  /** The fields of a copied record that nothing implied replaces. */
  keeps?: (copied: Values) => readonly string[];
  /** Whether a record can be copied; true by default. */
  copies?: boolean;
}
