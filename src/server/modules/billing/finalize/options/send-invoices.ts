import { keepWorkbook } from '../../pre-ap/run-files.ts';
import { reconcile } from '../../pre-ap/reconciliation.ts';
import { type FinalizeOption, monthOf } from './option.ts';

/** Mails the workbook of a run to accounts payable; where nobody is named as that, to whoever finalizes it. */
export const sendInvoices: FinalizeOption = async ({ db, outbox, config }, run) => {
  const workbook = await keepWorkbook(db, run.id);
  return async (tx) => {
    const to = config.apEmail ?? run.by.email;
    const invoices = await reconcile(tx, run.id);
    await outbox.put(tx, {
      to,
      subject: `Invoices of billing run ${run.id}, ${monthOf(run)}`,
      text: [
        'Hello,',
        '',
        `${run.by.name ?? run.by.email} finalized billing run ${run.id} of ${run.file_name}, charged for ${monthOf(run)}:`,
        '',
        ...invoices.map(
          ({ reference, invoice, currency }) => `  Invoice ${reference}: ${invoice} ${currency}`,
        ),
        '',
        'The workbook has the postings of each company.',
        '',
        `The run is at ${config.publicUrl}/auth/billing-automation.`,
        '',
        'Skyledger',
        '',
      ].join('\n'),
      files: [workbook.id],
      createdBy: run.by.email,
      requestId: run.requestId,
    });
    const note =
      config.apEmail === null
        ? `Mailed to ${to}, who finalized it, since AP_EMAIL is not set.`
        : `Mailed to ${to}.`;
    return { state: 'done', note };
  };
};
