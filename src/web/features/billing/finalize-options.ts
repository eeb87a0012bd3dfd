/** What finalizing does, in the words and the names of the API. */
export const FINALIZE_OPTIONS = {
  send_invoices: 'Send Invoices',
  cloud_bills: 'Populate Cloud Bills',
  big_query: 'Update Big Query',
  email_owners: 'Email Owners',
} as const;
export type FinalizeOption = keyof typeof FINALIZE_OPTIONS;
export const OPTION_NAMES = Object.keys(FINALIZE_OPTIONS) as FinalizeOption[];

/** Which of them are chosen. */
export type Options = Record<FinalizeOption, boolean>;

/** The options among the values of a room. */
export const optionsIn = (values: Record<string, unknown>): Options =>
  Object.fromEntries(OPTION_NAMES.map((name) => [name, values[name] === true])) as Options;
