import { useMemo } from 'react';
import { reverseAccrual, type Accrual } from '#calls/accruals.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

interface ReverseProps {
  accrual: Accrual;
  onClose: () => void;
}

/** Confirms that an accrual is to be taken back, and does it. */
export default function ReverseAccrual({ accrual: { id }, onClose }: ReverseProps) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: `Reverse Accrual ${id}`,
      text: () =>
        'Finance gets a sheet with the opposite amounts, which is to be booked as the accrual was. The accrual stays in the list.',
      danger: true,
      submit: 'Reverse',
      failed: 'The accrual could not be reversed.',
      run: async (_about, { once }) => {
        await once(id, (intent) => change(reverseAccrual, { id }, intent));
        return { notice: `Accrual ${id} is reversed!` };
      },
    }),
    [id],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
