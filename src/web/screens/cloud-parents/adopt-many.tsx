import { useNavigate } from '@tanstack/react-router';
import { adoptAccounts, type AdoptionsPreview } from '#calls/adopt-many.ts';
import type { InputOf } from '#calls/call.ts';
import type { Values } from '#kernel/input.ts';
import { grouped } from '#kernel/written.ts';
import { adoptionFields } from '#resources/account-adoption.ts';
import { messages } from '#resources/messages.ts';
import { change, previewOf } from '#web/data/call.ts';
import type { SelectedAbout } from '#web/generic/additions/additions.ts';
import { chosenIn, countOfSelection } from '#web/generic/bulk/selection-calls.ts';
import { useStillHere } from '#web/generic/use-still-here.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { AdoptedRows } from './adopted-rows.tsx';
import { AdoptionDialog } from './adoption-dialog.tsx';
import { reasonField } from './reason-field.ts';

const fields = { ...adoptionFields, reason: reasonField };

type Adoptions = InputOf<typeof adoptAccounts>;

/** Adopts the selected accounts: one set of values, a look at each account, and a batch that makes it so. */
export default function AdoptMany({ about, onClose }: { about: SelectedAbout; onClose: () => void }) {
  const { selection, onDone } = about;
  const navigate = useNavigate();
  const isHere = useStillHere();
  const count = countOfSelection(selection);
  return (
    <AdoptionDialog<AdoptionsPreview>
      title={`Adopt ${grouped(count)} ${count === 1 ? 'Account' : 'Accounts'}`}
      text="All get what is filled in here. What is left empty follows from the cost center of each, which is that of its record where none is named."
      fields={fields}
      start={{}}
      look={async (values) =>
        (await previewOf(adoptAccounts, bodyOf({ ...values, ...chosenIn(selection) }))).data
      }
      shown={(preview, values) => <AdoptedRows preview={preview} values={values} />}
      submit={submitOf}
      send={async (preview, values, intent) => {
        // Those that were shown, whatever the list finds by now.
        const ids = preview.rows.map(({ id }) => id);
        const body = bodyOf({ ...values, ids, only_valid: preview.valid < preview.rows.length });
        const { id } = await change(adoptAccounts, body, intent);
        const to = `/auth/request-batches/${id}`;
        return () => {
          noticeSuccess({ title: messages.requestSubmitted, link: { label: 'See how far it is', to } });
          onDone();
          if (isHere()) void navigate({ to });
        };
      }}
      onClose={onClose}
    />
  );
}

/** The values of the form as the call takes them: each of its fields is one of the call's. */
const bodyOf = (values: Values): Adoptions => values as Adoptions;

function submitOf({ valid, rows }: AdoptionsPreview): string | null {
  if (valid === 0) return null;
  if (valid === rows.length) return `Adopt All ${grouped(valid)}`;
  return `Adopt the ${grouped(valid)} Valid ${valid === 1 ? 'One' : 'Ones'}`;
}
