import type { Demand } from './demands.ts';
import type { Field } from './fields/kinds.ts';
import type { FilterOperation } from './fields/field.ts';
import type { MentionField } from './fields/mention.ts';
import type { RefField } from './fields/ref.ts';
import type { ResourceMessages } from './messages.ts';
import type { Owned } from './owned.ts';
import type { QualitySpec } from './quality.ts';
import type { ResourceRights } from './rights.ts';
import type { Remark } from './remarks.ts';
import type { Stamp, Stamps } from './system-fields.ts';
import type { Tone } from './tones.ts';

export type Fields = Record<string, Field>;

/** The fields that the system keeps of every record. */
export interface SystemFields {
  id: number;
  created_at: string;
  updated_at: string;
  /** Grows by one with every change; an update that carries an older one is refused. */
  lock_version: number;
}

/** How much of a model's changes is kept. */
export type History = 'full' | 'short' | 'none';

export type Action = 'read' | 'create' | 'update' | 'delete';

/** A filter that screens show; the key of the map is the `<field>` of `by_<field>`. */
export interface FilterSpec {
  operation?: FilterOperation;
  /** The row's property to filter by, where its name differs from the key. */
  field?: string;
  /** The choices of a select; `All` is added. */
  choices?: readonly string[];
  label?: string;
  /** `false`: it has no input above the list; links set it, and it is shown while it is set. */
  inSight?: boolean;
  /**
   * No property of a row has it: the model's behaviour knows it as a parameter of the list. It has an input above the list
   * where `inSight` says so, which takes text.
   */
  own?: boolean;
}

/** Of which values a column of a CSV file has a cell: those with this text in them, or those without. */
export type CsvWhere = { readonly has: string } | { readonly lacks: string };

/**
 * A column of a CSV file: a property of a row, or a header and the property below it, in a file that is written for some
 * of its values only.
 */
export type CsvColumn = string | readonly [header: string, property: string, where?: CsvWhere];

export interface CsvSpec {
  /** The file name starts so; a time stamp and `.csv` follow. */
  file: string;
  export: readonly CsvColumn[];
  /**
   * The columns that an import takes, where they are not those of the export that can be given (`importOf`). References
   * are found by the value they show, and by looked-up values beside them where several records show the same.
   */
  import?: ImportSpec;
  /** Of which amounts an import says the sums before it adds them, by currency and these fields, of days by month. */
  sums?: { amount: string; by: readonly string[] };
  /** Where the names of a field are looked up, by field, to say before an import which ones no record has. */
  names?: Readonly<Record<string, readonly KnownNames[]>>;
}

/** The records that a name may be of. */
export interface KnownNames {
  model: string;
  /** The text by which they are named. */
  field: string;
  /** Only what stands before this sign counts, as the cost center in a WBS element. */
  before?: string;
}

export interface ImportSpec {
  columns: readonly CsvColumn[];
  /** The unique field by which a file may update records; without it a file only adds some. */
  key?: string;
}

type FormFields<Name extends string> =
  | readonly Name[]
  | { readonly create?: readonly Name[]; readonly update?: readonly Name[] };

export interface ResourceSpec<F extends Fields> {
  /** How people call one and many of them. */
  label: readonly [one: string, many: string];
  /** The same within a sentence, where that does not follow from the label: 'SAP cost center' does. */
  noun?: readonly [one: string, many: string];
  /** The wrapper of a request's body; the name without its plural s by default. */
  singular?: string;
  /** The field by which people recognise a record. */
  title: keyof F & string;
  /** The field with the name that people gave a record whose title is a number; its own screen is headed by it. */
  called?: keyof F & string;
  /** The properties of a row that identify it beside its title. Without them, those that the list shows first. */
  about?: readonly string[];
  /** The headings of the read-only list and of the editable table, where they are not the label. */
  headings?: { view?: string; crud?: string };
  /** The headings of columns, by property, where they are not the label of the field: in the list, in the editable table. */
  columnHeadings?: {
    view?: Readonly<Record<string, string>>;
    crud?: Readonly<Record<string, string>>;
  };
  fields: F;
  /** Fields that are unique together, trimmed and without regard to case. */
  unique?: readonly { fields: readonly (keyof F & string)[]; message: string }[];
  /** The demands on the values of a record together; a record that fails one is refused. */
  demands?: readonly Demand[];
  /** The remarks at a field about a value that is accepted all the same. */
  remarks?: Readonly<Partial<Record<keyof F & string, Remark>>>;
  /** The possible problems of records, beside those that follow from fields, remarks and tones. */
  quality?: QualitySpec<keyof F & string>;
  /** The meaning of values to the person who scans a list, by property. */
  tones?: Readonly<Record<string, Tone>>;
  /** The columns of the list. */
  columns: readonly string[];
  /** The columns of the editable table; those of the list by default. */
  gridColumns?: readonly string[];
  /** The fields of the form, in order, of both forms or each; every one that may be written where none are named. */
  form?: FormFields<(keyof F & string) | Stamp>;
  /** The filters above the list. */
  filters?: Readonly<Record<string, FilterOperation | FilterSpec>>;
  /** Filters that a list begins with, where it is opened without any; who clears them sees all. */
  begins?: Readonly<Record<string, 'this-month'>>;
  /** The order of a list where none is requested: a property, with a `-` before it for descending. */
  sort?: string;
  /** `scroll`: the list has no pages; its rows come as one scrolls. */
  paging?: 'pages' | 'scroll';
  csv?: CsvSpec;
  /**
   * `false` for tables that are fed by the hundred thousand: no text of theirs is indexed for `q` and the search
   * through all models.
   */
  search?: boolean;
  /**
   * The kept history of changes. `short`: what people change, not what a creation or an import began with; `none`: nothing,
   * so that a deletion is final.
   */
  history?: History;
  /** Stamps that a creation or an update may set, because the record comes from another system. */
  stamps?: Stamps;
  messages: ResourceMessages;
  /** The allowed actions; all four by default. */
  actions?: readonly Action[];
  /** Who may see and change the records, where that is not what holds for reference data. */
  rights?: ResourceRights;
  /** Whose its records are; without it they are nobody's, and owners see none of them. */
  owned?: Owned;
  /** `view`: rows come from a database view and have no history, stamps or `lock_version`. */
  source?: 'table' | 'view';
  /** Width of a grid column in pixels, where the kind's own does not fit. */
  widths?: Readonly<Record<string, number>>;
}

export interface Resource<Name extends string = string, F extends Fields = Fields> extends Omit<
  ResourceSpec<Fields>,
  'fields'
> {
  name: Name;
  fields: F;
  singular: string;
  /** How one and many are called within a sentence. */
  noun: readonly [one: string, many: string];
  actions: readonly Action[];
  source: 'table' | 'view';
  search: boolean;
  history: History;
}

/**
 * Declares a model: data only, read by the server and the web alike. What cannot work is found when
 * the registry is assembled, and the error names the resource and the field.
 */
export function defineResource<const Name extends string, const F extends Fields>(
  name: Name,
  spec: ResourceSpec<F>,
): Resource<Name, F> {
  const source = spec.source ?? 'table';
  return {
    ...spec,
    fields: withUniqueParts(spec),
    name,
    source,
    noun: spec.noun ?? [inSentence(spec.label[0]), inSentence(spec.label[1])],
    search: spec.search ?? true,
    history: spec.history ?? 'full',
    singular: spec.singular ?? name.replace(/ies$/, 'y').replace(/s$/, ''),
    actions: spec.actions ?? (source === 'view' ? ['read'] : ['read', 'create', 'update', 'delete']),
  };
}

/** The fields, each of which says whether it is unique together with others. */
function withUniqueParts<F extends Fields>({
  fields,
  unique = [],
}: Pick<ResourceSpec<F>, 'fields' | 'unique'>): F {
  const parts = new Set<string>(unique.flatMap((rule) => rule.fields));
  if (parts.size === 0) return fields;
  const marked = Object.entries(fields).map(([name, field]) => [
    name,
    parts.has(name) ? { ...field, inUnique: true } : field,
  ]);
  // The same fields, of the same kinds.
  return Object.fromEntries(marked) as F;
}

/** Whether changes of the model are kept, by which what is deleted can be brought back. */
export const keepsHistory = ({ source, history }: Pick<Resource, 'source' | 'history'>): boolean =>
  source === 'table' && history !== 'none';

/** The fields that the form for a new record, or for a change of one, names; undefined for all of them. */
export function namedInForm({ form }: Resource, mode: 'create' | 'update'): readonly string[] | undefined {
  return form === undefined || isList(form) ? form : form[mode];
}

const isList = (form: FormFields<string>): form is readonly string[] => Array.isArray(form);

/**
 * A label within a sentence: words begin with small letters, but 'FAQs', 'SAP' and 'GitHub' stay as they are
 * written.
 */
export const inSentence = (label: string): string =>
  label.replaceAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => word.toLowerCase());

/** The address of a model below /api: its name, and for the CODE models a slash after dcoe. */
export const resourcePath = (name: string): string => `/${name.replace(/^dcoe_/, 'dcoe/')}`;

/** The properties of a row that come from a field. */
export type FieldValue<T> = T extends { value?: infer V } ? Exclude<V, undefined> : never;
type Extra<T> =
  T extends RefField<number | null, infer _W, infer X>
    ? X
    : T extends MentionField<string | null, infer _W, infer X>
      ? X
      : object;
type Intersect<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type NamesWritten<F extends Fields, W> = {
  [K in keyof F]: F[K]['writing'] extends W ? K : never;
}[keyof F];
type Flat<T> = { [K in keyof T]: T[K] } & {};
type FieldsOf<R> = R extends Resource<string, infer F> ? F : never;

/** A row as the API answers it: the fields, the system's own, and what the references bring. */
export type Row<R> = Flat<
  SystemFields & {
    [K in keyof FieldsOf<R> as FieldsOf<R>[K]['kind'] extends 'secret' ? never : K]: FieldValue<
      FieldsOf<R>[K]
    >;
  } & {
    [
      K in keyof FieldsOf<R> & string as FieldsOf<R>[K]['kind'] extends 'mention' ? `${K}_unknown` : never
    ]: boolean;
  } & Intersect<{ [K in keyof FieldsOf<R>]: Extra<FieldsOf<R>[K]> }[keyof FieldsOf<R>]>
>;

/** The input of a creation; fields with a default and optional ones may be left out. */
export type Create<R> = Flat<
  { [K in NamesWritten<FieldsOf<R>, 'required' | 'create-required'>]: FieldValue<FieldsOf<R>[K]> } & {
    [K in NamesWritten<FieldsOf<R>, 'omissible' | 'create-only'>]?: FieldValue<FieldsOf<R>[K]>;
  }
>;

/**
 * The input of an update: any of the fields that may be written, and the version that was read.
 * @public for a model's own screens
 */
export type Update<R> = Flat<
  {
    [K in NamesWritten<FieldsOf<R>, 'required' | 'omissible' | 'update-only'>]?: FieldValue<FieldsOf<R>[K]>;
  } & { lock_version?: number }
>;
