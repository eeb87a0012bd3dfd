import { IconHomePlus } from '@tabler/icons-react';
import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import type { InputOf } from '#calls/call.ts';
import type { Values } from '#kernel/input.ts';
import { adoptedFields, adoptionFields } from '#resources/account-adoption.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { change, previewOf } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { recordHeading } from '#web/generic/record-title.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { AdoptionDialog } from './adoption-dialog.tsx';
import { AdoptionShown } from './adoption-shown.tsx';
import { begunOutcome } from './begun-notice.ts';
import { reasonField } from './reason-field.ts';

const fields = {
  ...adoptionFields,
  cost_center: { ...adoptionFields.cost_center, optional: false as const },
  reason: reasonField,
};

/** What the record has already. */
const startOf = (row: RecordRow) =>
  Object.fromEntries(Object.entries(adoptedFields).map(([field, name]) => [name, row[field] ?? null]));

type Adoption = Omit<InputOf<typeof adoptAccount>, 'dry_run'>;
type Preview = { data: AdoptionPreview; meta: { unchecked: string | null } };

/** Adopts an account that nobody requested. */
export const adoptAction: Action<RowAbout> = {
  label: 'Adopt',
  icon: <IconHomePlus size={16} aria-hidden />,
  right: 'operate',
  opens: AdoptDialog,
};

/** Its dialog: what it is to be is entered, what would change is shown, and then it is requested. */
export function AdoptDialog({ about: { row }, onClose }: { about: RowAbout; onClose: () => void }) {
  const bodyOf = (values: Values) => ({ id: row.id, ...values }) as Adoption;
  return (
    <AdoptionDialog<Preview>
      title={`Adopt ${recordHeading(cloudParents, row)}`}
      text="Record and tags say whose the account is from then on. What follows from the cost center is filled in, and can be changed."
      fields={fields}
      start={startOf(row)}
      look={(values) => previewOf(adoptAccount, { ...bodyOf(values), dry_run: true })}
      shown={(preview) => <AdoptionShown {...preview} />}
      submit={({ data }) => (data.problems.length === 0 ? 'Adopt Account' : null)}
      send={async (_preview, values, intent) => {
        const { cloud_deployment: deployment } = await change(adoptAccount, bodyOf(values), intent);
        return () => noticeSuccess(begunOutcome(deployment));
      }}
      onClose={onClose}
    />
  );
}
