import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { failureWords, refusalWords } from '../failure-words.ts';
import { readDraft, type Draft } from '../editing/drafts.ts';
import { createModelFormState, type RecordFormState } from '../editing/model-form-state.ts';
import { copyValues, missingValues, openValues, startValues } from '../editing/values.ts';
import { columnFields, type CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';

/** The editing in the table: a new row, a row in editing or a copy. There is one of them at a time. */
export type Typing = { formState: RecordFormState } & (
  | { what: 'add'; row: null }
  | { what: 'edit' | 'copy'; row: RecordRow }
);

/** The table that is typed into. */
export interface TypedTable {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  /** The columns that a new row fills in. */
  newColumns: readonly CrudColumn[];
  /** Where its draft is kept. */
  place: string;
}

/** Begins a new row, a row in editing or a copy; with `draft` as it was left. */
export function beginTyping(table: TypedTable, what: 'add', row: null, draft?: Draft): Typing;
export function beginTyping(table: TypedTable, what: 'edit' | 'copy', row: RecordRow, draft?: Draft): Typing;
export function beginTyping(
  { resource, rules, columns, newColumns, place }: TypedTable,
  what: Typing['what'],
  row: RecordRow | null,
  draft: Draft | null = null,
): Typing {
  const { addFailed, updateFailed, copyFailed } = resource.messages;
  const fields = columnFields(what === 'add' ? newColumns : columns);
  const formState = createModelFormState({
    resource,
    rules,
    read: (version) =>
      what === 'copy' && row ? copyValues(resource, row) : startValues(resource, fields, version),
    record: what === 'edit' ? row : null,
    origin: row,
    failed: { add: addFailed, edit: updateFailed, copy: copyFailed }[what],
    // Of a duplicate the declared sentence alone is shown.
    words: (error, about) => (error.status === 409 ? refusalWords : failureWords)(error, about),
    sends: 'changes',
    problems: (payload) => ({ ...missingValues(resource, payload), ...openValues(resource, payload) }),
    byHand: what === 'copy' && row ? rules.keeps?.(row) : undefined,
    place,
    what,
    draft,
  });
  return row && what !== 'add' ? { what, row, formState } : { what: 'add', row: null, formState };
}

/** Takes up again what was typed; null where nothing was, or nothing that fits this table. */
export function takeUpTyping(table: TypedTable): Typing | null {
  const draft = readDraft(table.place);
  if (draft?.what === 'add') return beginTyping(table, 'add', null, draft);
  if ((draft?.what === 'edit' || draft?.what === 'copy') && draft.row)
    return beginTyping(table, draft.what, draft.row, draft);
  return null;
}
