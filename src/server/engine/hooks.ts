import type { PoolClient } from 'pg';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { OwnedSql } from './owned.ts';
import type { ListAdditions } from './lists/list-additions.ts';
import type { OwnConditions } from './quality/rule-sql.ts';
import type { RowObject } from './records.ts';
import type { Who } from './writes/write-statements.ts';

/** The context of a hook. Everything that it does through `tx` commits with the change, or not at all. */
export interface WriteContext extends Who {
  tx: PoolClient;
  registry: Registry;
}

/** The context with which the completion of an input looks things up; it is no transaction of its own. */
export interface CompletionContext {
  runner: Runner;
  registry: Registry;
}

/** A change that was written. */
export type Written =
  | { action: 'create' | 'restore'; id: number; before: null; after: RowObject }
  | { action: 'update'; id: number; before: RowObject; after: RowObject }
  | { action: 'delete'; id: number; before: RowObject; after: null };

/**
 * The hooks of a model for when its records are listed or change. They run in the transaction of the
 * change, after the input was checked; one that throws a Refusal undoes the change and is the answer.
 */
export interface Hooks {
  /** The name of the model; the start fails when there is none of this name. */
  resource: string;
  /** Parameters and answers of its list beside those of all lists. */
  list?: ListAdditions;
  /** The conditions of the rules that the model's declaration names as its own (`quality.own`), by their names. */
  quality?: OwnConditions;
  /** Whose a record is, where the model's declaration leaves it to its behaviour (`owned.own`). */
  owned?: OwnedSql;
  /** Puts a value that a body has under another name where it belongs, before a record is created or changed by it. */
  rename?: (input: Values) => void;
  /**
   * Fills in what new records leave out, before they are checked: `inputs` are bodies of one request, a
   * single one or every row of an import. What people gave is theirs and stays.
   */
  complete?: (context: CompletionContext, inputs: readonly Values[]) => Promise<void>;
  /** Puts a value that is stated in other words, such as a name in place of an id, where it belongs, before the change is checked. */
  completeChange?: (context: CompletionContext, input: Values) => Promise<void>;
  /** Answers the values to store, or nothing where they stay as they are. */
  beforeCreate?: (context: WriteContext, values: Values) => Promise<Values | void>;
  /** `current` is the record as it is now, kept from changing until the end. */
  beforeUpdate?: (
    context: WriteContext,
    change: { id: number; current: RowObject; values: Values },
  ) => Promise<Values | void>;
  /** Called with the values of a record from its history. Returns those to store, or nothing where they stay as they are. */
  beforeRestore?: (context: WriteContext, change: { id: number; values: Values }) => Promise<Values | void>;
  beforeDelete?: (context: WriteContext, change: { id: number; current: RowObject }) => Promise<void>;
  /** Not called for an update that changes nothing. */
  afterWrite?: (context: WriteContext, written: Written) => Promise<void>;
}
