import type { Field } from './fields/kinds.ts';
import type { Rights } from './rights.ts';

/** A sheet of a report's workbook: the rows and columns of a model's CSV file, under this name. */
export interface ReportSheet {
  model: string;
  sheet: string;
  /** The list's filters, such as `{ by_approved: 'false' }`; every row by default. */
  query?: Readonly<Record<string, string>>;
  /** Parameters of the list whose values come from the request: parameter → field of the report. */
  params?: Readonly<Record<string, string>>;
}

/** The member of a report's body with the one address that it goes to; `send_to` comes with `email: true`. */
export type AddressMember = 'send_to' | 'email' | 'to_email' | 'to_address';

/**
 * A report that is requested with a dialog or a call, made in the background, and mailed. Its route, the description of
 * it, its job, its dialog and its card follow from this.
 */
export interface Report {
  /** Names its jobs, such as `inventory_report`. One of a kind is made at a time; each click makes one. */
  name: string;
  /** Its name on a card and in the title of its jobs. */
  label: string;
  /** The button that requests it, and the heading of the dialog. */
  action: string;
  /** One sentence: what it holds. */
  description: string;
  /** Below /api. */
  path: `/${string}`;
  /** The member of the body that may hold the input. */
  wrapper: string;
  /** Who may request it; those who may read by default, and who may see the models of its sheets. */
  right?: keyof Rights;
  /** Whom it goes to, by default the requester; null: it goes to many, who are worked out, and shown before it goes. */
  address: AddressMember | null;
  /** The further values of a request. */
  fields?: Readonly<Record<string, Field>>;
  /**
   * The fields with the first and the last day of what it is about, both included. Its dialog begins with the current
   * month.
   */
  span?: readonly [first: string, last: string];
  /** Begins the subject of its mails; the day follows. */
  subject: string;
  /** Begins its mails, after a greeting; what it holds follows. */
  intro: string;
  /** The text of its mail where there is no row. */
  empty: string;
  /** Begins the name of its file; the day follows. */
  file: string;
  /** The sheets of its workbook; absent where code makes its files. */
  sheets?: readonly ReportSheet[];
  /** The sentences once it is under way, and where that failed. */
  messages: { done: string; failed: string };
}

/** Declares a report. @throws {Error} for one that contradicts itself */
export function defineReport<const R extends Report>(report: R): R {
  if (report.address === null && report.sheets)
    throw new Error(`${report.name} goes to many, so code says what each of them gets.`);
  for (const name of ['email', 'send_to', 'to_email', 'to_address', 'dry_run'])
    if (report.fields && name in report.fields)
      throw new Error(`${report.name} has a field ${name} already.`);
  const names = [
    ...(report.span ?? []),
    ...(report.sheets ?? []).flatMap(({ params = {} }) => Object.values(params)),
  ];
  for (const name of names)
    if (!report.fields || !(name in report.fields)) throw new Error(`${report.name} has no field ${name}.`);
  return report;
}
