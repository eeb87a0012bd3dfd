import { IconArrowBackUp, IconLock, IconLockOpen, IconSnowflake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { doWithAccount, type AccountLife } from '#calls/account-life.ts';
import { cloudDeeds, deedKinds, type CloudDeed } from '#resources/account-life.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { adoptAction } from './adopt.tsx';
import { begunNotice } from './begun-notice.ts';
import { moveAction, tagAction } from './changes.tsx';
import { DeedPreviewPart } from './deed-preview.tsx';
import { reasonField } from './reason-field.ts';

const LABELS: Readonly<Record<CloudDeed, string>> = {
  freeze: 'Freeze',
  release: 'Release',
  close: 'Close',
  reopen: 'Reopen',
};

const ICONS: Readonly<Record<CloudDeed, ReactNode>> = {
  freeze: <IconSnowflake size={16} aria-hidden />,
  release: <IconLockOpen size={16} aria-hidden />,
  close: <IconLock size={16} aria-hidden />,
  reopen: <IconArrowBackUp size={16} aria-hidden />,
};

/**
 * What can be requested now, each in a dialog that says beforehand what becomes of the account.
 * @param name of the account
 */
export const deedActions = ({ offered }: Pick<AccountLife, 'offered'>, name: string): Action<RowAbout>[] => [
  ...(offered.includes('adopt') ? [adoptAction] : []),
  ...(offered.includes('move') ? [moveAction(name)] : []),
  ...(offered.includes('tag') ? [tagAction(name)] : []),
  ...cloudDeeds.filter((deed) => offered.includes(deed)).map((deed) => deedAction(deed, name)),
];

const deedAction = (deed: CloudDeed, name: string): Action<RowAbout> => ({
  label: LABELS[deed],
  icon: ICONS[deed],
  right: 'operate',
  dialog: {
    title: `${LABELS[deed]} ${name}`,
    text: ({ row }) => <DeedPreviewPart id={row.id} deed={deed} />,
    fields: { reason: reasonField },
    submit: `${LABELS[deed]} Account`,
    danger: deed === 'close' || deed === 'freeze',
    failed: messages.reportFailed,
    run: async ({ row: { id }, values }, { once }) => {
      const body = { id, deed, reason: String(values['reason'] ?? '') };
      const { cloud_deployment: deployment } = await once([id, deedKinds[deed], values], (intent) =>
        change(doWithAccount, body, intent),
      );
      return begunNotice(deployment);
    },
  },
});
