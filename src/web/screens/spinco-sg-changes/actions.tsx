import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { reverseChange, sendChange, usersIn } from '#web/data/security-groups.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';

/** The record as a change. */
export const changeOf = ({ row }: RowAbout): SpincoSgChange => row as unknown as SpincoSgChange;

const isOver = (about: RowAbout) => changeOf(about).state !== 'running';
const FAILED = 'Error your request failed';

const undo: Action<RowAbout> = {
  label: 'Undo This Change',
  icon: <IconArrowBackUp size={16} aria-hidden />,
  right: 'operate',
  offered: (about) => isOver(about) && changeOf(about).done_count > 0,
  dialog: {
    title: 'Undo This Change',
    text: (about) => {
      const { deed, group_name: group } = changeOf(about);
      return deed === 'add'
        ? `Those who were really added are removed from ${group}. Who was in it before stays.`
        : `Those who were really removed are added to ${group} again.`;
    },
    submit: 'Undo',
    failed: FAILED,
    run: async (about, { once }) => {
      const change = changeOf(about);
      const begun = await once([change.id, 'undo'], (intent) => reverseChange(change, intent));
      return {
        notice: begun
          ? {
              title: 'The change is being taken back!',
              link: { label: 'See how far it is', to: `/auth/view/spinco_sg_changes/${begun.id}` },
            }
          : 'Nobody was really changed, so there is nothing to take back.',
      };
    },
  },
};

const again: Action<RowAbout> = {
  label: 'Try Refused Users Again',
  icon: <IconRefresh size={16} aria-hidden />,
  right: 'operate',
  offered: (about) => isOver(about) && changeOf(about).failed_count > 0,
  failed: FAILED,
  run: async (about, { once }) => {
    const { id, deed, group_name: securityGroupName } = changeOf(about);
    const users = (await usersIn(id, 'failed')).join('; ');
    const begun = await once([id, 'again'], (intent) =>
      sendChange(deed, { securityGroupName, users }, intent),
    );
    return {
      notice: {
        title: 'They are requested again.',
        link: { label: 'See how far it is', to: `/auth/view/spinco_sg_changes/${begun.id}` },
      },
    };
  },
};

/** The actions on a change that is over. */
export const changeActions: readonly Action<RowAbout>[] = [undo, again];
