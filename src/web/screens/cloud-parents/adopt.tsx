import { IconHomePlus } from '@tabler/icons-react';
import { adoptAccount } from '#calls/account-life.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { adoptedFields, adoptionFields } from '#resources/account-adoption.ts';
import { messages } from '#resources/messages.ts';
import { previewOf } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, ActionDialog, RowAbout } from '#web/generic/additions/additions.ts';
import { AdoptionPreviewPart, type Adoption } from './adoption-preview.tsx';

const fields = {
  ...adoptionFields,
  cost_center: { ...adoptionFields.cost_center, optional: false as const },
  reason: longText('Reason', {
    max: 2000,
    hint: 'Everybody who is told reads it, and the account keeps it.',
  }),
};

/** What the record has already. */
const startOf = (row: RecordRow) =>
  Object.fromEntries(Object.entries(adoptedFields).map(([field, name]) => [name, row[field] ?? null]));

/** Adopts an account that nobody requested: what it is to be is entered, what would change is shown, and then it is asked for. @param name of the account */
export const adoptDialog = (name: string): ActionDialog<RowAbout> => ({
  title: `Adopt ${name}`,
  text: () =>
    'Record and tags say whose the account is from then on. Owner, department and business unit follow from the cost center where they are left empty.',
  fields,
  start: ({ row }) => startOf(row),
  submit: 'Preview',
  failed: messages.reportFailed,
  run: async ({ row: { id }, values }) => {
    const asked = { id, ...values } as Adoption;
    const preview = await previewOf(adoptAccount, { ...asked, dry_run: true });
    return { notice: null, result: <AdoptionPreviewPart asked={asked} preview={preview} /> };
  },
});

/** The button that opens it. @param name of the account */
export const adoptAction = (name: string): Action<RowAbout> => ({
  label: 'Adopt',
  icon: <IconHomePlus size={16} aria-hidden />,
  right: 'operate',
  dialog: adoptDialog(name),
});
