import { IconArrowsDiff, IconCopyPlus, IconHomePlus, IconReceipt } from '@tabler/icons-react';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { useListState } from '#web/generic/list-state.ts';
import { DownloadButton } from '#web/generic/list/download-button.tsx';
import type { SelectedAbout } from '#web/generic/additions/additions.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { late, lateDialog } from '#web/ui/pages/late.tsx';
import { SyncButton } from './sync-button.tsx';

/** Where accounts are made, and the list as a file, of those that are in use alone and of those that are not. */
function Downloads({ resource }: ScreenProps) {
  const [state] = useListState();
  const only = (terminated: boolean) => ({
    ...state,
    filters: { ...state.filters, terminated: String(terminated) },
  });
  return (
    <>
      <CloudNote />
      <SyncButton />
      <DownloadButton resource={resource} state={only(false)} label="Download Active CSV" />
      <DownloadButton resource={resource} state={only(true)} label="Download Terminated CSV" />
    </>
  );
}

/** The page where an account of the same cloud is requested; undefined where none can be. */
const pageOf = (row: RecordRow): string | undefined =>
  Object.values(requestPages).find((one) => one.provider_type === row['provider_type'])?.page;

const AdoptMany = lateDialog<{ about: SelectedAbout; onClose: () => void }>(
  () => import('./adopt-many.tsx'),
  ({ onClose }) => onClose(),
);

/** Accounts are downloaded all at once, as they are listed, or those in use apart from those that are not. */
const screens: ModelScreens = {
  Below: late(() => import('./below.tsx')),
  Reports: Downloads,
  additions: {
    selected: [
      {
        label: 'Adopt selected',
        icon: <IconHomePlus size={14} aria-hidden />,
        right: 'operate',
        opens: AdoptMany,
      },
    ],
    row: [
      {
        label: 'Request One Like This',
        icon: <IconCopyPlus size={16} aria-hidden />,
        right: 'operate',
        offered: ({ row }) => pageOf(row) !== undefined,
        to: ({ row }) => ({ to: pageOf(row) ?? '', search: { like_account: String(row.id) } }),
      },
      {
        label: 'Show differences',
        icon: <IconArrowsDiff size={16} aria-hidden />,
        right: 'read',
        to: ({ row }) => ({
          to: '/auth/view/inventory_differences',
          search: { by_identifier: String(row['identifier']) },
        }),
      },
      {
        label: 'Find among billing exceptions',
        icon: <IconReceipt size={16} aria-hidden />,
        right: 'read',
        to: ({ row }) => ({
          to: '/auth/billing-automation/exceptions',
          search: { q: String(row['identifier']) },
        }),
      },
    ],
  },
};
export default screens;
