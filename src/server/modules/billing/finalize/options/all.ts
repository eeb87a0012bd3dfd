import { bigQuery, lackOfBigQuery } from './big-query.ts';
import { cloudBills } from './cloud-bills.ts';
import { emailOwners } from './email-owners.ts';
import { OPTION_NAMES, type OptionName } from '#calls/runs.ts';
import type { FinalizeOption, LackOf } from './option.ts';
import { sendInvoices } from './send-invoices.ts';

interface ServedOption {
  name: OptionName;
  /** The text that people read while it is done. */
  step: string;
  work: FinalizeOption;
  lack?: LackOf;
}

const SERVED: Record<OptionName, Omit<ServedOption, 'name'>> = {
  cloud_bills: { step: 'Populate cloud bills', work: cloudBills },
  send_invoices: { step: 'Send invoices', work: sendInvoices },
  big_query: { step: 'Update BigQuery', work: bigQuery, lack: lackOfBigQuery },
  email_owners: { step: 'Email owners', work: emailOwners },
};

/** The options in the order in which they are done: nobody is notified of what could not be booked. */
export const options: readonly ServedOption[] = OPTION_NAMES.map((name) => ({ name, ...SERVED[name] }));
