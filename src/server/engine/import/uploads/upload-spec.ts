import { referencesOf } from '#kernel/fields/kinds.ts';
import type { SaidOfFile } from '#kernel/csv/column-readings.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { FileKind } from '#server/platform/files/tables/parse-tables.ts';
import { MOST_LISTED } from '../problems.ts';
import { partsOf, type ImportPart, type PartSpec } from '../part.ts';
import type { ReadFile } from '../reading/read-rows.ts';
import { fileOutcome, type ModelOutcome } from '../whole-file.ts';

/** An upload of a file that is about one model or several, added and updated by key in one transaction. */
export interface UploadSpec {
  /** Below the model's address, such as `/upload`. */
  path: string;
  summary: string;
  /** The member of the body that holds the file, as base64 or as a data URL with base64. */
  member: string;
  kinds: readonly FileKind[];
  /** The models that a row may be about: those that others refer to come first. */
  parts: readonly PartSpec[];
  /** Members of the answer's `data` beside `models`, such as its rows in lists by what came of them. */
  answer?: (models: readonly ModelOutcome[]) => object;
  /**
   * `always`: it is done by a job, and answered 202 with it. By default only a file of so many rows is that nobody
   * should wait for its answer.
   */
  background?: 'always';
  /** Whether a wrong row refuses the whole file, which is the default, or only itself, where rows do not refer to each other. */
  refuses?: 'file' | 'rows';
  /** Mails what came of it; for uploads that are always done in the background. */
  mails?: UploadMail;
}

/** A mail with the result of an upload. */
export interface UploadMail {
  /** The member of the body that holds the address. */
  member: string;
  subject: string;
}

/** The request for an upload. */
export interface UploadRequest {
  bytes: Uint8Array<ArrayBuffer>;
  dryRun: boolean;
  /** Of a CSV file that is no Unicode. */
  encoding: OtherEncoding | undefined;
  /** How its texts are written. */
  notation: SaidOfFile;
  /** What its headings stand for. */
  headings: SaidHeadings;
  /** The address to which the result is mailed; null where none is. */
  mailTo: string | null;
}

/** An upload of a model as the engine serves it. */
export interface ServedUpload {
  /** Names it in jobs, such as `cost_center_networks/upload`. */
  name: string;
  resource: Resource;
  spec: UploadSpec;
  parts: readonly ImportPart[];
  /** The result for a file that was planned or taken over. */
  resultOf: (file: ReadFile) => Record<string, unknown>;
}

/** The headers of all columns that an upload takes. */
export const headersOfUpload = ({ parts }: Pick<ServedUpload, 'parts'>): string[] => [
  ...new Set(parts.flatMap(({ columns }) => columns.map(({ header }) => header))),
];

/**
 * The upload that a behaviour declares.
 * @throws {Error} for what cannot work
 */
export function servedUpload(registry: Registry, resource: Resource, spec: UploadSpec): ServedUpload {
  const name = `${resource.name}${spec.path}`;
  if (spec.mails && spec.background !== 'always')
    throw new Error(`The upload ${name} mails what came of it, so it must be done in the background.`);
  const parts = partsOf(registry, spec.parts);
  const [part] = parts;
  const tied =
    parts.length > 1 ||
    referencesOf(part?.resource ?? resource).some(([, { target }]) => target === part?.resource.name);
  if (spec.refuses === 'rows' && tied)
    throw new Error(`The upload ${name} cannot leave out rows to which others may refer.`);
  return { name, resource, spec, parts, resultOf };

  function resultOf(file: ReadFile): Record<string, unknown> {
    const outcome = fileOutcome(file);
    const refused = spec.refuses === 'rows' && {
      refused: file.refused,
      errors: file.problems.first(MOST_LISTED),
      error_total: file.problems.total,
    };
    return { ...spec.answer?.(outcome.models), ...outcome, ...refused };
  }
}
