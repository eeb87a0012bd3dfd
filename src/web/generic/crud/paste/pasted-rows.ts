import type { QueryClient } from '@tanstack/react-query';
import { checkValue, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { readDraft } from '../../editing/drafts.ts';
import { createModelFormState, type RecordFormState } from '../../editing/model-form-state.ts';
import type { FormStatus } from '../../editing/form-state-types.ts';
import { missingValues, openValues, startValues } from '../../editing/values.ts';
import { failureWords, refusalWords } from '../../failure-words.ts';
import type { CrudRules } from '../crud-rules.ts';
import { fillFormState, nameAgain } from './fill-form-state.ts';
import type { PastedFields } from './pasted-fields.ts';
import { dropRows, keptRows, rowPlace } from './kept-rows.ts';

/** A record that was pasted and is not saved yet. A new object whenever something of it changes. */
export interface PastedRow {
  key: string;
  formState: RecordFormState;
}

export const pastedKey = ({ key }: PastedRow): string => key;

interface PastedRowsOptions {
  queries: QueryClient;
  resource: Resource;
  rules: CrudRules;
  /** All fields that a new row has. */
  names: readonly string[];
  /** Where the draft of the table is kept; those of the rows are beside it. */
  place: string;
}

/** A range of a spreadsheet. */
interface Range {
  /** The fields that the cells of a line fill in. */
  fields: PastedFields;
  lines: readonly (readonly string[])[];
  /** The earlier typing; it belongs to the first line. */
  typed: Values;
}

/** The session has ended: whoever signs in again goes on with the rest. */
const SIGNED_OUT = 401;

/** How far the saving of all is. */
export interface Saved {
  stored: RecordRow[];
  failed: number;
  /** It ended before the last one: its person has left, or is signed out. */
  broken: boolean;
}

/**
 * The records of a pasted range, outside of React; each is edited in a form of its own, with a draft of its own, so that
 * a reload and a new sign-in bring it back. To who guards them they are one form.
 */
export class PastedRows {
  #rows: readonly PastedRow[];
  #over = false;
  #stopped = false;
  readonly #resource: Resource;
  readonly #listeners = new Set<() => void>();
  readonly #changed = new Set<string>();
  /** Settled once names were looked up and what is wrong is marked. */
  readonly ready: Promise<void>;

  /** @param range what is pasted; null for what was pasted before and is kept */
  constructor(options: PastedRowsOptions, range: Range | null) {
    const { queries, resource, place } = options;
    this.#resource = resource;
    const numbers = range ? range.lines.map((_line, at) => at + 1) : keptRows(place);
    if (range) dropRows(place);
    this.#rows = numbers.map((number) => ({
      key: `pasted-${number}`,
      formState: this.#formState(options, rowPlace(place, number)),
    }));
    for (const [name, value] of Object.entries(range?.typed ?? {})) this.#rows[0]?.formState.set(name, value);
    const filled = this.#rows.map(({ formState }, at) =>
      range
        ? fillFormState(queries, resource, formState, range.fields, range.lines[at] ?? [])
        : nameAgain(queries, resource, formState),
    );
    for (const { key, formState } of this.#rows) formState.subscribe(() => this.#markChanged(key));
    this.ready = Promise.all(filled).then(async () => {
      for (const { formState } of this.#rows) await formState.check();
    });
  }

  rows = (): readonly PastedRow[] => this.#rows;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How they are together: what is pasted is unsaved, also where it is as a new row begins. */
  status = (): Pick<FormStatus, 'over' | 'dirty'> => ({
    over: this.#over,
    dirty: !this.#over && this.#rows.length > 0,
  });

  /** Takes a row away, with its draft. */
  drop(key: string): void {
    const gone = this.#rows.find((row) => row.key === key);
    this.#rows = this.#rows.filter((row) => row !== gone);
    gone?.formState.giveUp();
    this.#notify();
  }

  /** Drops all of them for good; what is not on its way yet is not saved any more. */
  giveUp = (): void => {
    this.#over = true;
    for (const { formState } of this.#rows) formState.giveUp();
  };

  /** Saves no further row; the rest stays kept. */
  stop = (): void => {
    this.#stopped = true;
  };

  /** Saves every row, one after the other; what fails stays. */
  async save(onProgress: (done: number) => void): Promise<Saved> {
    this.#stopped = false;
    const saved: Saved = { stored: [], failed: 0, broken: false };
    for (const [at, { key, formState }] of this.#rows.entries()) {
      if (this.#over || this.#stopped) return { ...saved, broken: true };
      onProgress(at);
      const result = await formState.submit();
      if (result.is === 'saved') {
        saved.stored.push(result.stored);
        this.drop(key);
        continue;
      }
      if (result.is === 'refused' && result.failure.status === SIGNED_OUT) return { ...saved, broken: true };
      saved.failed += 1;
    }
    return saved;
  }

  #formState({ resource, rules, names }: PastedRowsOptions, place: string): RecordFormState {
    return createModelFormState({
      resource,
      rules,
      read: () => startValues(resource, names, null),
      record: null,
      failed: resource.messages.addFailed,
      words: (error, about) => (error.status === 409 ? refusalWords : failureWords)(error, about),
      sends: 'all',
      follows: false,
      problems: (payload) => ({
        ...this.#wrong(payload),
        ...missingValues(resource, payload),
        ...openValues(resource, payload),
      }),
      place,
      what: 'paste',
      draft: readDraft(place),
    });
  }

  /** Of what is there; what lacks may be filled in by the server. */
  #wrong(payload: Values): Record<string, string> {
    return Object.fromEntries(
      Object.entries(payload).flatMap(([name, value]) => {
        const field = this.#resource.fields[name];
        if (!field || value === null || value === '') return [];
        const checked = checkValue(field, value, 'create');
        return 'error' in checked ? [[name, checked.error]] : [];
      }),
    );
  }

  /** Many rows change at once: listeners are notified once. */
  #markChanged(key: string): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#renew());
    this.#changed.add(key);
  }

  #renew(): void {
    this.#rows = this.#rows.map((row) => (this.#changed.has(row.key) ? { ...row } : row));
    this.#changed.clear();
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
