import type { QueryClient } from '@tanstack/react-query';
import { checkValue, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { readDraft } from '../../editing/drafts.ts';
import { createModelRoom, type RecordRoom } from '../../editing/model-room.ts';
import type { RoomState } from '../../editing/room-types.ts';
import { missingValues, openValues, startValues } from '../../editing/values.ts';
import { failureWords, refusalWords } from '../../failure-words.ts';
import type { CrudRules } from '../crud-rules.ts';
import { fillRoom, nameAgain } from './fill-room.ts';
import { dropRows, keptRows, rowPlace } from './kept-rows.ts';

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
  /** Where the draft of the table is kept; those of the rows are beside it. */
  place: string;
}

/** A range of a spreadsheet. */
interface Range {
  /** The fields that the cells of a line fill in. */
  fields: readonly string[];
  lines: readonly (readonly string[])[];
  /** What was typed before; it belongs to the first line. */
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
 * The records of a pasted range, outside of React; each is edited in a room of its own, with a draft of its own, so that
 * a reload and a new sign-in bring it back. To who guards them they are one room.
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
      room: this.#room(options, rowPlace(place, number)),
    }));
    for (const [name, value] of Object.entries(range?.typed ?? {})) this.#rows[0]?.room.set(name, value);
    const filled = this.#rows.map(({ room }, at) =>
      range
        ? fillRoom(queries, resource, room, range.fields, range.lines[at] ?? [])
        : nameAgain(queries, resource, room),
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

  /** How they are together: what is pasted is unsaved, also where it is as a new row begins. */
  state = (): Pick<RoomState, 'over' | 'dirty'> => ({
    over: this.#over,
    dirty: !this.#over && this.#rows.length > 0,
  });

  /** Takes a row away, with its draft. */
  drop(key: string): void {
    const gone = this.#rows.find((row) => row.key === key);
    this.#rows = this.#rows.filter((row) => row !== gone);
    gone?.room.giveUp();
    this.#notify();
  }

  /** Drops all of them for good; what is not on its way yet is not saved any more. */
  giveUp = (): void => {
    this.#over = true;
    for (const { room } of this.#rows) room.giveUp();
  };

  /** Saves no further row; the rest stays kept. */
  stop = (): void => {
    this.#stopped = true;
  };

  /** Saves every row, one after the other; what fails stays. */
  async save(onProgress: (done: number) => void): Promise<Saved> {
    this.#stopped = false;
    const saved: Saved = { stored: [], failed: 0, broken: false };
    for (const [at, { key, room }] of this.#rows.entries()) {
      if (this.#over || this.#stopped) return { ...saved, broken: true };
      onProgress(at);
      const result = await room.submit();
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

  #room({ resource, rules, names }: PastedRowsOptions, place: string): RecordRoom {
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
