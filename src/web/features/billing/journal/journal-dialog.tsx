import { useMemo } from 'react';
import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { download } from '#web/data/client.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import type { JournalSource } from './journal.ts';

/** A document of the general ledger, as SAP has it from the start. */
const DOCUMENT_TYPE = 'SA';

interface JournalProps {
  source: JournalSource;
  onClose: () => void;
}

/** Collects the head of the documents, and saves the file. */
export default function JournalDialog({ source, onClose }: JournalProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { path, query, usualDate } = source;
    return {
      title: 'SAP Journal',
      text: () =>
        'A CSV file as the upload of journal entries takes it: one row for each line, in documents that come to zero.',
      fields: {
        posting_date: date('Posting Date', { optional: true, hint: `Left empty: ${usualDate}.` }),
        document_type: text('Document Type', {
          max: 2,
          hint: `Two letters or digits; ${DOCUMENT_TYPE} is a document of the general ledger.`,
        }),
      },
      start: () => ({ document_type: DOCUMENT_TYPE }),
      problems: (found, { document_type: type }): Record<string, string> => {
        if (/^[a-z0-9]{2}$/i.test(String(type ?? '').trim())) return found;
        return { document_type: 'Document Type must be two letters or digits, such as SA.', ...found };
      },
      submit: 'Download',
      failed: 'The file could not be downloaded.',
      run: async ({ values }) => {
        const { posting_date: day, document_type: type } = values;
        await download(path, { ...query, posting_date: String(day ?? ''), document_type: String(type) });
        return { notice: null };
      },
    };
  }, [source]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
