import { keepWorkbook } from '../../review/pre-ap/run-files.ts';
import { mailInvoices } from './accounts-payable.ts';
import type { FinalizeOption } from './option.ts';

/** Mails the workbook of a run to accounts payable; where nobody is named as that, to whoever finalizes it. */
export const sendInvoices: FinalizeOption = async (parts, run) => {
  const { db, config } = parts;
  const workbook = await keepWorkbook(db, run.id);
  return async (tx) => {
    const to = config.apEmail ?? run.by.email;
    await mailInvoices(tx, parts, run, {
      to,
      subject: 'Invoices',
      what: 'finalized',
      more: 'The workbook has the postings of each company.',
      files: [workbook.id],
    });
    const note =
      config.apEmail === null
        ? `Mailed to ${to}, who finalized it, since AP_EMAIL is not set.`
        : `Mailed to ${to}.`;
    return { state: 'done', note };
  };
};
