import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listAccountPlaces,
  moveAccount,
  type AccountPlaces,
  type ChangePreview,
} from '#calls/account-change.ts';
import type { InputOf } from '#calls/call.ts';
import { choice } from '#kernel/fields/choice.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { messages } from '#resources/messages.ts';
import { change, previewOf, queryOf } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog, RowAbout } from '#web/generic/additions/additions.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { ChangeShown } from './change-shown.tsx';
import { Begun } from './what-changes.tsx';

type Move = Omit<InputOf<typeof moveAccount>, 'dry_run'>;

interface MoveDialogProps {
  row: RecordRow;
  title: string;
  onClose: () => void;
}

/** Asks where an account is to be moved, of what its cloud has, shows what that means, and has it done. */
export default function MoveDialog({ row, title, onClose }: MoveDialogProps) {
  const load = useLoad(queryOf(listAccountPlaces, { id: row.id }));
  if (load.is === 'loaded')
    return <ActionDialogView dialog={moveDialog(title, load.data)} about={{ row }} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={title} centered size="lg">
      <Loaded load={load} failed="Where it may be moved could not be loaded" height={160}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const moveDialog = (title: string, { called, now, places }: AccountPlaces): ActionDialog<RowAbout> => {
  const others = places.filter(({ id }) => id !== now?.id);
  return {
    title,
    text: () =>
      now === null
        ? `Its cloud does not say in which ${called} it lies.`
        : `It lies in the ${called} ${now.path}.`,
    fields: {
      place: choice(
        'Move To',
        others.map(({ id }) => id),
        { names: Object.fromEntries(others.map(({ id, path }) => [id, path])) },
      ),
      reason: longText('Reason', {
        max: 2000,
        hint: 'Read by everybody who is mailed about it, and kept with the account.',
      }),
    },
    submit: 'Preview',
    failed: messages.reportFailed,
    run: async ({ row: { id }, values }) => {
      const move: Move = { id, place: String(values['place']), reason: values['reason'] };
      const preview = await previewOf(moveAccount, { ...move, dry_run: true });
      return { notice: null, result: <MovePreview move={move} preview={preview} /> };
    },
  };
};

interface MovePreviewProps {
  move: Move;
  preview: { data: ChangePreview; meta: { unchecked: string | null } };
}

/** What a move means, and the button that has it done. */
function MovePreview({ move, preview }: MovePreviewProps) {
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(moveAccount, move, intent)),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (data) return <Begun deployment={data.cloud_deployment} />;
  return (
    <>
      <ChangeShown preview={preview} refused={error ? [error.message] : []} />
      {preview.data.problems.length === 0 && (
        <Button mt="md" loading={isPending} onClick={() => mutate()}>
          Move Account
        </Button>
      )}
    </>
  );
}
