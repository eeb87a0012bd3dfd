import { useMemo } from 'react';
import type { InputOf } from '#calls/call.ts';
import { makeToken } from '#calls/tokens.ts';
import { highestRole } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import { change } from '#web/data/call.ts';
import { usePerson } from '#web/data/use-session.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { ShownOnce } from '#web/ui/shown-once.tsx';
import classes from './access.module.css';

/** Collects the input of a new API token, makes it, and shows it this once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const person = usePerson();
  const most = highestRole(person?.roles ?? []) ?? 'viewer';
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: 'New API Token',
      text: () => 'It acts as you, within its role, and never beyond what you may do yourself.',
      fields: newToken.fieldsFor(most),
      submit: 'Make Token',
      failed: 'The token could not be made.',
      run: async ({ values }) => {
        const { token } = await change(makeToken, values as InputOf<typeof makeToken>);
        return { notice: null, result: <Made token={token} /> };
      },
    }),
    [most],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

const Made = ({ token }: { token: string }) => (
  <ShownOnce
    label="API token"
    secret={token}
    warning="Keep it where secrets are kept: whoever has it can act as you."
  >
    Send it with each call: <code className={classes.code}>Authorization: Bearer {'<token>'}</code>
  </ShownOnce>
);
