import { IconArrowsTransferUp, IconTags } from '@tabler/icons-react';
import { tagAccount } from '#calls/account-change.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { deedKinds } from '#resources/account-life.ts';
import { messages } from '#resources/messages.ts';
import { change, previewOf } from '#web/data/call.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { begunNotice } from './begun-notice.ts';
import { ChangeShown } from './change-shown.tsx';

const MoveDialog = lateDialog(
  () => import('./move-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Moves an account to another place of its cloud. @param name of the account */
export const moveAction = (name: string): Action<RowAbout> => ({
  label: 'Move',
  icon: <IconArrowsTransferUp size={16} aria-hidden />,
  right: 'operate',
  opens: ({ about: { row }, onClose }) => <MoveDialog row={row} title={`Move ${name}`} onClose={onClose} />,
});

/** Writes the tags of an account that its record says. @param name of the account */
export const tagAction = (name: string): Action<RowAbout> => ({
  label: 'Write Tags',
  icon: <IconTags size={16} aria-hidden />,
  right: 'operate',
  dialog: {
    title: `Write Tags of ${name}`,
    text: ({ row }) => <TagsPreview id={row.id} />,
    fields: {
      reason: longText('Reason', {
        max: 2000,
        hint: 'Read by everybody who is mailed about it, and kept with the account.',
      }),
    },
    submit: 'Write Tags',
    failed: messages.reportFailed,
    run: async ({ row: { id }, values }, { once }) => {
      const { cloud_deployment: deployment } = await once([id, deedKinds.tag, values], (intent) =>
        change(tagAccount, { id, reason: values['reason'] }, intent),
      );
      return begunNotice(deployment);
    },
  },
});

function TagsPreview({ id }: { id: number }) {
  const load = useLoad({
    queryKey: [tagAccount.topic, id, 'tags', 'preview'],
    queryFn: ({ signal }) => previewOf(tagAccount, { id, reason: '', dry_run: true }, { signal }),
  });
  return (
    <Loaded load={load} failed="What would happen could not be loaded" height={160}>
      {(preview) => <ChangeShown preview={preview} />}
    </Loaded>
  );
}
