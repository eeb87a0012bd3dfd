import type { UseQueryOptions } from '@tanstack/react-query';
import { listOptions } from '#calls/finalize.ts';
import type { OptionName } from '#calls/runs.ts';
import { fetchData } from '#web/data/call.ts';

/** The options of finalizing, in the words and the names of the API. */
export const FINALIZE_OPTIONS = {
  send_invoices: 'Send Invoices',
  cloud_bills: 'Populate Cloud Bills',
  big_query: 'Update Big Query',
  email_owners: 'Email Owners',
} as const satisfies Record<OptionName, string>;
export const OPTION_NAMES = Object.keys(FINALIZE_OPTIONS) as OptionName[];

/** Why options cannot be chosen here, whatever the run, by their names. */
export const lacksQuery: UseQueryOptions<Partial<Record<OptionName, string>>> = {
  queryKey: [listOptions.topic],
  queryFn: async ({ signal }) => {
    const options = await fetchData(listOptions, {}, { signal });
    return Object.fromEntries(
      options.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]])),
    );
  },
};

/** Which of them are chosen. */
export type Options = Record<OptionName, boolean>;

/** The options among the values of a form. */
export const optionsIn = (values: Record<string, unknown>): Options =>
  Object.fromEntries(OPTION_NAMES.map((name) => [name, values[name] === true])) as Options;
