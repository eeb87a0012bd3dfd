import { useMemo } from 'react';
import { confirmForOwner, settleAnswer, takeOverAnswer, type AttestationItem } from '#calls/attestation.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { mention } from '#kernel/fields/mention.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';

/** What can be done about an answer. */
export type ItemAct = 'take_over' | 'settle' | 'confirm';

type Dialog = (item: AttestationItem, of: { id: string; item: string }) => ActionDialog<object>;

const dialogs: Readonly<Record<ItemAct, Dialog>> = {
  take_over: ({ title, owner, to_person: to }, of) => ({
    title: `Take Over ${title}`,
    text: () => `${owner} hands it over to ${to}. The record gets this owner, in your name.`,
    fields: {
      to: mention('New Owner', 'cloud_contacts', { by: 'email', as: 'new_owner_id' }),
    },
    start: () => ({ to: to ?? '' }),
    submit: 'Take Over',
    failed: 'It was not taken over.',
    run: async ({ values }, { once }) => {
      const input = { ...of, to: String(values['to'] ?? '') };
      const { note } = await once([input], (intent) => change(takeOverAnswer, input, intent));
      return { notice: `${title}: ${String(note).replace(/\.$/, '')}!` };
    },
  }),
  settle: ({ title, owner, answer, reason, to_person: to }, of) => ({
    title: `Deal With ${title}`,
    text: () =>
      answer === 'given_up' ? `${owner} gives it up: ${reason}` : `${owner} hands it over to ${to}.`,
    fields: {
      note: longText('What was done', { max: 500, hint: 'It becomes a comment on the record.' }),
    },
    submit: 'Note',
    failed: 'It was not noted.',
    run: async ({ values }, { once }) => {
      const input = { ...of, note: String(values['note'] ?? '') };
      await once([input], (intent) => change(settleAnswer, input, intent));
      return { notice: `${title} is noted as dealt with!` };
    },
  }),
  confirm: ({ title, owner }, of) => ({
    title: `Confirm ${title}`,
    text: () => `It stays with ${owner}, who has not answered. That you confirmed it is kept.`,
    submit: 'Confirm',
    failed: 'It was not confirmed.',
    run: async (_, { once }) => {
      await once([of], (intent) => change(confirmForOwner, of, intent));
      return { notice: `${title} is confirmed in place of ${owner}!` };
    },
  }),
};

interface ItemDialogProps {
  campaign: string;
  item: AttestationItem;
  act: ItemAct;
  onClose: () => void;
}

/** The dialog of something that is done about an answer. */
export default function ItemDialog({ campaign, item, act, onClose }: ItemDialogProps) {
  const dialog = useMemo(
    () => dialogs[act](item, { id: campaign, item: String(item.id) }),
    [campaign, item, act],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
