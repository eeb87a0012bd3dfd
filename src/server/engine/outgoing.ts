import { referencesOf } from '#kernel/fields/kinds.ts';
import { csvProperty } from '#kernel/csv/columns.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { inTurns } from './in-turns.ts';
import { sqlOf } from './kinds/sql-of.ts';
import { BETWEEN_ROWS } from './projection.ts';

type Clean = (value: string) => string;
type Row = Record<string, unknown>;

/**
 * The last look at what leaves the database: values of kinds that can hold something harmful, such as HTML that was
 * written past the portal, are cleaned. For models without such fields, which are most, the text goes out as it came.
 */
export class Outgoing {
  readonly #byName: readonly (readonly [name: string, clean: Clean])[];
  readonly #byColumn: readonly (Clean | null)[];
  readonly #within: readonly (readonly [embedded: string, name: string, clean: Clean])[];
  /** Whether rows of the model have anything to clean. */
  readonly isNeeded: boolean;

  constructor(registry: Registry, resource: Resource) {
    const cleaningOf = (owner: Resource) => (name: string) => {
      const property = registry.properties(owner).get(name);
      return property ? sqlOf(property.field).clean : null;
    };
    const properties = registry.properties(resource);
    const cleaning = cleaningOf(resource);
    this.#byName = [...properties.keys()].flatMap((name) => {
      const clean = cleaning(name);
      return clean ? [[name, clean] as const] : [];
    });
    this.#within = referencesOf(resource).flatMap(([, { embed, target }]) =>
      (embed?.fields ?? []).flatMap((name) => {
        const clean = cleaningOf(registry.get(target))(name);
        return embed && clean ? [[embed.as, name, clean] as const] : [];
      }),
    );
    this.isNeeded = this.#byName.length + this.#within.length > 0;
    this.#byColumn = (resource.csv?.export ?? []).map((column) => cleaning(csvProperty(column)));
  }

  /** A row as JSON. */
  row(text: string): string {
    if (!this.isNeeded) return text;
    const row = JSON.parse(text) as Row;
    return this.#clean(row) ? JSON.stringify(row) : text;
  }

  /** Rows as `ROWS_AS_JSON` puts them together. Others are served in between: a text of one may take a millisecond. */
  async rows(text: string): Promise<string> {
    if (!this.isNeeded) return text;
    const rows: string[] = [];
    await inTurns(text.split(BETWEEN_ROWS), (row) => void rows.push(this.row(row)), { isHeavy: true });
    return rows.join(BETWEEN_ROWS);
  }

  /** The cells of rows of a file, in the order of `csv.export`. */
  async cells(rows: readonly Row[]): Promise<unknown[][]> {
    if (!this.isNeeded) return rows.map((row) => Object.values(row));
    const cleaned: unknown[][] = [];
    const clean = (value: unknown, at: number) => cleanedBy(this.#byColumn[at] ?? null, value);
    await inTurns(rows, (row) => void cleaned.push(Object.values(row).map(clean)), { isHeavy: true });
    return cleaned;
  }

  /** Cleans the values of a row; answers whether one of them was not clean. */
  #clean(row: Row): boolean {
    let isOther = false;
    const within = (owner: Row, name: string, clean: Clean) => {
      const value = cleanedBy(clean, owner[name]);
      isOther ||= value !== owner[name];
      owner[name] = value;
    };
    for (const [name, clean] of this.#byName) within(row, name, clean);
    for (const [embedded, name, clean] of this.#within) {
      const inner = row[embedded] as Row | null;
      if (inner) within(inner, name, clean);
    }
    return isOther;
  }
}

const cleanedBy = (clean: Clean | null, value: unknown) =>
  clean && typeof value === 'string' ? clean(value) : value;
