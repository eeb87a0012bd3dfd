import { importColumns, importKeys, type EmptyCells, type ImportColumn } from '#kernel/csv/csv-import.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { CsvColumn, Resource } from '#kernel/resource.ts';

/** The part of a file about one model. */
export interface ImportPart {
  resource: Resource;
  columns: readonly ImportColumn[];
  /** The fields by which a row finds the record that it updates; null where every row is a new record. */
  key: readonly string[] | null;
  /** What tells its records apart, of which the columns of a file decide; `key` alone where nothing is said. */
  keys?: readonly (readonly string[])[];
  /** Rows that became records before are left alone, so that a file may come again. */
  knowsRows: boolean;
  /** What an empty cell says of a record that is there, as a person chose it; without it a row states all of its record. */
  emptyCells?: EmptyCells;
}

/** One of the models of which a row says something, as an upload declares it. */
export interface PartSpec {
  model: string;
  /**
   * The unique field by which records are found; a row that leaves it blank says nothing of this model. null, where the
   * file is about this model alone: no field distinguishes records, so each row is a record of its own, and one that came
   * before is left alone.
   */
  key: string | null;
  columns: readonly CsvColumn[];
}

/**
 * The whole of a model's own import: new records, and with `update` those that a row finds, too. Where nothing tells records
 * apart, a row that is one already is left alone.
 */
export function ownPart(resource: Resource, update: boolean, columns?: readonly CsvColumn[]): ImportPart {
  const keys = update ? importKeys(resource) : [];
  const taken = importColumns(resource, columns);
  return { resource, columns: taken, key: keys[0] ?? null, keys, knowsRows: update && keys.length === 0 };
}

/**
 * The fields by which the rows of a file find their records: the first that it has all columns of, else those of fields
 * that are unique together which it has, the first of them among these.
 * @param has whether the file has a column of a field
 */
export function keyIn({ key, keys = [] }: ImportPart, has: (name: string) => boolean): ImportPart['key'] {
  const whole = keys.find((names) => names.every(has));
  const partly = keys.find(([first]) => first !== undefined && has(first));
  return whole ?? partly?.filter(has) ?? key;
}

/**
 * The parts of an upload over several models.
 * @throws {Error} for what cannot work: a key that is not unique or no column, a model that comes before one that it
 * refers to
 */
export function partsOf(registry: Registry, specs: readonly PartSpec[]): ImportPart[] {
  return specs.map(({ model, key, columns }, at) => {
    const resource = registry.get(model);
    const later = new Set(specs.slice(at + 1).map((spec) => spec.model));
    const early = referencesOf(resource).find(([, { target }]) => later.has(target));
    if (early)
      throw new Error(`An upload has ${model} before ${early[1].target}, which ${early[0]} refers to.`);
    const taken = importColumns(resource, columns);
    const part = { resource, key: key === null ? null : [key], columns: taken, knowsRows: key === null };
    if (key === null) {
      if (specs.length === 1) return part;
      throw new Error(`An upload over several models needs a key of ${model}.`);
    }
    if (resource.fields[key]?.unique === undefined || !keyColumn(part))
      throw new Error(`An upload finds ${model} by ${key}, which must be unique and a column.`);
    return part;
  });
}

/** The column that holds the key, or the first part of it. */
export const keyColumn = ({ key, columns }: ImportPart): ImportColumn | undefined =>
  columns.find(({ name, narrows }) => name === key?.[0] && narrows === null);
