import { referencesOf } from '#kernel/fields/kinds.ts';
import { csvProperty } from '#kernel/csv/columns.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from './kinds/sql-of.ts';

type Clean = (value: string) => string;
type Rows = Record<string, unknown>[];

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

  /** One row or several as JSON, with commas between them. */
  rows(text: string): string {
    if (!this.isNeeded) return text;
    return JSON.stringify(this.#cleaned(JSON.parse(`[${text}]`) as Rows)).slice(1, -1);
  }

  /** The cells of a row of a file, in the order of `csv.export`. */
  cells(row: unknown[]): unknown[] {
    if (!this.isNeeded) return row;
    return row.map((value, at) => cleanedBy(this.#byColumn[at] ?? null, value));
  }

  #cleaned(rows: Rows): Rows {
    for (const row of rows) {
      for (const [name, clean] of this.#byName) row[name] = cleanedBy(clean, row[name]);
      for (const [embedded, name, clean] of this.#within) {
        const inner = row[embedded] as Record<string, unknown> | null;
        if (inner) inner[name] = cleanedBy(clean, inner[name]);
      }
    }
    return rows;
  }
}

const cleanedBy = (clean: Clean | null, value: unknown) =>
  clean && typeof value === 'string' ? clean(value) : value;
