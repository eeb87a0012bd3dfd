import { useEffect } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { logFailure } from '#web/data/log-failure.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { dropDraft, keepDraft, readDraft } from '../form/drafts.ts';
import { columnFields, type CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { createDraft, type Draft } from './draft.ts';
import { copyValues, startValues } from './payload.ts';

/** What is typed into the table: a new row, a row in editing or a copy. There is one of them at a time. */
export type Typing =
  { what: 'add'; row: null; draft: Draft } | { what: 'edit' | 'copy'; row: RecordRow; draft: Draft };

interface TypingOf {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  newColumns: readonly CrudColumn[];
}

/** The draft of a new row. */
export function newDraft(resource: Resource, columns: readonly CrudColumn[]): Draft {
  return createDraft(startValues(resource, columnFields(columns), null));
}

/** The draft of a copy; what `rules` keep of the record counts as set by hand. */
export function copyDraft(resource: Resource, rules: CrudRules, row: Values): Draft {
  return createDraft(copyValues(resource, row), { byHand: rules.keeps?.(row) });
}

/** Fills in what follows from what was typed. */
export async function fillIn(rules: CrudRules, draft: Draft): Promise<void> {
  try {
    const following = await rules.derive?.(draft.values());
    if (following) draft.follow(following);
  } catch (error) {
    // No reason to stop: the same is asked again when the record is saved.
    logFailure('what follows from a value', error);
  }
}

/** Takes up again what was typed under `key`; null where nothing was, or nothing that fits this table. */
export function readTyping(key: string, of: TypingOf): Typing | null {
  const kept = readDraft(key);
  if (!kept) return null;
  const { what, row = null, values, byHand } = kept;
  const again = (start: Values) => {
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(start, name));
    return createDraft(start, { values: Object.fromEntries(known), byHand });
  };
  if (what === 'add')
    return { what, row: null, draft: again(startValues(of.resource, columnFields(of.newColumns), null)) };
  if (!row) return null;
  if (what === 'edit')
    return { what, row, draft: again(startValues(of.resource, columnFields(of.columns), row)) };
  return what === 'copy' ? { what, row, draft: again(copyValues(of.resource, row)) } : null;
}

/** Keeps what is typed through a reload, a detour or a new sign-in, until it is saved or given up. */
export function useKeptTyping(key: string, typing: Typing | null): void {
  useEffect(() => {
    if (!typing) return dropDraft(key);
    const { what, row, draft } = typing;
    const keep = () => {
      const values = draft.changes();
      if (Object.keys(values).length === 0) dropDraft(key);
      else
        keepDraft(key, { what, row, values, byHand: draft.byHand(), lockVersion: row?.lock_version ?? null });
    };
    keep();
    return draft.subscribe(keep);
  }, [key, typing]);
}
