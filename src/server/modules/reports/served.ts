import type { ReportRecipient } from '#calls/reports.ts';
import type { Values } from '#kernel/input.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { AddressMember, Report } from '#kernel/report.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The parts that the content of a report is made with. */
export interface ContentParts {
  services: EngineServices;
  db: Database;
  /** The requested values, by field. */
  values: Values;
}

/** A file of a report. */
export interface ReportFile {
  name: string;
  /** Read once. `onRow` is to be called for rows as they are read. */
  content: (onRows: (count: number) => void) => AsyncIterable<Buffer>;
}

/** The mail for one of many recipients. */
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
      /** Errors of the requested values, beside those that their fields find. */
      check?: (values: Values, services: EngineServices) => readonly FieldError[];
      /** Whether an address outside the domains of reports may get it. */
      admits?: (address: string, parts: ContentParts) => Promise<boolean>;
    }
  | {
      report: Report & { address: null };
      /** Who would get it now. */
      recipients: (parts: ContentParts) => Promise<readonly ReportRecipient[]>;
      /** Sentences that say what nobody would get, and why. */
      leftOut?: (parts: ContentParts) => Promise<readonly string[]>;
      mail: (recipient: ReportRecipient, parts: ContentParts) => Promise<ReportMail>;
    };

/** A report to one address: a workbook, or files in a zip. */
export type AddressedReport = Extract<ServedReport, { report: { address: string } }>;
/** A report to many recipients. */
export type ManyReport = Extract<ServedReport, { report: { address: null } }>;

export const goesToMany = (served: ServedReport): served is ManyReport => served.report.address === null;
