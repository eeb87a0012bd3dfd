import type { QueryClient } from '@tanstack/react-query';
import { checkValue, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { createModelRoom, type RecordRoom } from '../../editing/model-room.ts';
import { missingValues, openValues, startValues } from '../../editing/values.ts';
import { failureWords, refusalWords } from '../../failure-words.ts';
import type { CrudRules } from '../crud-rules.ts';
import { fillRoom } from './fill-room.ts';

/** A record that was pasted and is not saved yet. A new object whenever something of it changes. */
export interface PastedRow {
  key: string;
  room: RecordRoom;
}

export const pastedKey = ({ key }: PastedRow): string => key;

interface PastedRowsOptions {
  queries: QueryClient;
  resource: Resource;
  rules: CrudRules;
  /** All fields that a new row has. */
  names: readonly string[];
  /** The fields that the cells of a line fill in. */
  fields: readonly string[];
  lines: readonly (readonly string[])[];
  /** What was typed before; it belongs to the first line. */
  typed: Values;
}

/** How far the saving of all is. */
export interface Saved {
  stored: RecordRow[];
  failed: number;
}

/** The records of a pasted range, outside of React; each is edited in a room of its own. */
export class PastedRows {
  #rows: readonly PastedRow[];
  readonly #resource: Resource;
  readonly #listeners = new Set<() => void>();
  readonly #changed = new Set<string>();
  /** Settled once names were looked up and what is wrong is marked. */
  readonly ready: Promise<void>;

  constructor(options: PastedRowsOptions) {
    const { queries, resource, fields, lines, typed } = options;
    this.#resource = resource;
    this.#rows = lines.map((_line, at) => ({ key: `pasted-${at + 1}`, room: this.#room(options) }));
    for (const [name, value] of Object.entries(typed)) this.#rows[0]?.room.set(name, value);
    const filled = this.#rows.map(({ room }, at) =>
      fillRoom(queries, resource, room, fields, lines[at] ?? []),
    );
    for (const { key, room } of this.#rows) room.subscribe(() => this.#tell(key));
    this.ready = Promise.all(filled).then(async () => {
      for (const { room } of this.#rows) await room.check();
    });
  }

  rows = (): readonly PastedRow[] => this.#rows;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  drop(key: string): void {
    this.#rows = this.#rows.filter((row) => row.key !== key);
    this.#notify();
  }

  /** Saves every row, one after the other; what fails stays. */
  async save(onProgress: (done: number) => void): Promise<Saved> {
    const saved: Saved = { stored: [], failed: 0 };
    for (const [at, { key, room }] of this.#rows.entries()) {
      onProgress(at);
      const result = await room.submit();
      if (result.is !== 'saved') saved.failed += 1;
      else {
        saved.stored.push(result.stored);
        this.drop(key);
      }
    }
    return saved;
  }

  #room({ resource, rules, names }: PastedRowsOptions): RecordRoom {
    return createModelRoom({
      resource,
      rules,
      read: () => startValues(resource, names, null),
      record: null,
      failed: resource.messages.addFailed,
      words: (error, about) => (error.status === 409 ? refusalWords : failureWords)(error, about),
      sends: 'all',
      problems: (payload) => ({
        ...this.#wrong(payload),
        ...missingValues(resource, payload),
        ...openValues(resource, payload),
      }),
      place: null,
      what: 'paste',
      draft: null,
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

  /** Many rows change at once: they are told together. */
  #tell(key: string): void {
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
