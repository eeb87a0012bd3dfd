import { fileImportOf, importColumns, type ImportColumn } from '#kernel/csv/csv-import.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { CsvColumn, Resource } from '#kernel/resource.ts';

/** The part of a file about one model. */
export interface ImportPart {
  resource: Resource;
  columns: readonly ImportColumn[];
  /** The field by which a row finds the record that it updates; null where every row is a new record. */
  key: string | null;
  /** Rows that became records before are left alone, so that a file may come again. */
  knowsRows: boolean;
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

/** The whole of a model's own import: new records, and with `update` those that its key finds, too. */
export function ownPart(resource: Resource, update: boolean, columns?: readonly CsvColumn[]): ImportPart {
  const key = fileImportOf(resource)?.key ?? null;
  return { resource, columns: importColumns(resource, columns), key: update ? key : null, knowsRows: false };
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
    const part = { resource, key, columns: importColumns(resource, columns), knowsRows: key === null };
    if (key === null) {
      if (specs.length === 1) return part;
      throw new Error(`An upload over several models needs a key of ${model}.`);
    }
    if (resource.fields[key]?.unique === undefined || !keyColumn(part))
      throw new Error(`An upload finds ${model} by ${key}, which must be unique and a column.`);
    return part;
  });
}

/** The column that holds the key. */
export const keyColumn = ({ key, columns }: ImportPart): ImportColumn | undefined =>
  columns.find(({ name, narrows }) => name === key && narrows === null);
