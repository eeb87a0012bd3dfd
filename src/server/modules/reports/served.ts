import type { ReportRecipient } from '#calls/reports.ts';
import type { Values } from '#kernel/input.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { AddressMember, Report } from '#kernel/report.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Database } from '#server/platform/database/database.ts';

/** What makes the content of a report has. */
export interface ContentParts {
  services: EngineServices;
  db: Database;
  /** What was asked for, by field. */
  values: Values;
}

/** A file of a report. */
export interface ReportFile {
  name: string;
  /** Read once. `onRow` is to be called for rows as they are read. */
  content: (onRows: (count: number) => void) => AsyncIterable<Buffer>;
}

/** What one of many gets. */
export interface ReportMail {
  /** Lines of text. */
  text: readonly string[];
  file?: ReportFile & { contentType: string };
}

/** A report with what is no data: code that makes its content, where that is not the sheets of models. */
export type ServedReport =
  | {
      report: Report & { address: AddressMember };
      files?: (parts: ContentParts) => Promise<readonly ReportFile[]>;
      /** What is wrong with what is asked for, beside what its fields say. */
      check?: (values: Values, services: EngineServices) => readonly FieldError[];
      /** Whether an address outside the domains of reports may get it. */
      admits?: (address: string, parts: ContentParts) => Promise<boolean>;
    }
  | {
      report: Report & { address: null };
      /** Who would get it now. */
      recipients: (parts: ContentParts) => Promise<readonly ReportRecipient[]>;
      /** What nobody would get, in sentences that say why. */
      leftOut?: (parts: ContentParts) => Promise<readonly string[]>;
      mail: (recipient: ReportRecipient, parts: ContentParts) => Promise<ReportMail>;
    };

/** What one address gets: a workbook, or files in a zip. */
export type AddressedReport = Extract<ServedReport, { report: { address: string } }>;
/** What many get. */
export type ManyReport = Extract<ServedReport, { report: { address: null } }>;

export const goesToMany = (served: ServedReport): served is ManyReport => served.report.address === null;
