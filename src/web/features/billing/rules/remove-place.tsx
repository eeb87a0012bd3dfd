import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NO_ACCOUNT } from '#kernel/billing/places.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { removePlace, type KeptPlace } from './rules.ts';

/** Adds a version of the rules that does not keep a place any more. */
export default function RemovePlace({ kept, onClose }: { kept: KeptPlace; onClose: () => void }) {
  const queries = useQueryClient();
  const dialog = useMemo((): ActionDialog<object> => {
    const { place, cost_center: called } = kept;
    const name = place.slice(NO_ACCOUNT.length);
    return {
      title: 'Remove a Kept Place',
      text: () => (
        <>
          {name} is charged to {called ?? 'a cost center that is not there any more'}. Without it, runs that
          begin from now on ask who pays for it. Each run that is there keeps its version of the rules.
        </>
      ),
      submit: 'Remove',
      failed: 'The place could not be removed.',
      run: async (_about, { once }) => {
        const { version } = await once(place, (intent) => removePlace(place, intent));
        void queries.invalidateQueries();
        return { notice: `Version ${version} of the rules keeps the place no more.` };
      },
    };
  }, [kept, queries]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
