import type { ImportColumn } from '#kernel/csv/csv-import.ts';
import type { Draft } from '../draft.ts';

/** The text by which a file refers to a record, and the rows with just that text. */
export interface WrittenReference {
  text: string;
  /** The values beside it that distinguish it, by the target's field; null where the cell is blank. */
  beside: ReadonlyMap<string, string | null>;
  drafts: Draft[];
}

/** Collects the references of one row after the other. */
export class WrittenReferences {
  readonly #texts = new Map<string, string>();
  readonly #beside = new Map<string, { column: ImportColumn; text: string | null }[]>();
  readonly #byKey = new Map<string, WrittenReference>();
  /** By field. */
  readonly all = new Map<string, WrittenReference[]>();

  shown(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  beside(column: ImportColumn, text: string | null): void {
    const known = this.#beside.get(column.name);
    if (known) known.push({ column, text });
    else this.#beside.set(column.name, [{ column, text }]);
  }

  /** Ends the row; returns the values beside a reference that is blank. */
  *end(draft: Draft): Generator<{ name: string; column: ImportColumn; text: string }> {
    for (const [name, text] of this.#texts) {
      const beside = this.#beside.get(name) ?? [];
      this.#beside.delete(name);
      const key = JSON.stringify([name, text, ...beside.map((one) => one.text)]);
      const same = this.#byKey.get(key);
      if (same) {
        same.drafts.push(draft);
        continue;
      }
      const narrowing = beside.map(({ column, text: value }) => [column.narrows ?? '', value] as const);
      const written = { text, beside: new Map(narrowing), drafts: [draft] };
      this.#byKey.set(key, written);
      const others = this.all.get(name);
      if (others) others.push(written);
      else this.all.set(name, [written]);
    }
    for (const [name, lonely] of this.#beside)
      for (const { column, text } of lonely) if (text !== null) yield { name, column, text };
    this.#texts.clear();
    this.#beside.clear();
  }
}
