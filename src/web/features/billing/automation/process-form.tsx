import { Suspense } from 'react';
import { date } from '#kernel/fields/date.ts';
import { messages } from '#resources/messages.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { createRoom } from '#web/generic/editing/room.ts';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField } from '#web/generic/editing/use-room.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import type { Begun } from '../billing.ts';
import { processAzure, processGoogle } from '../calls.ts';
import { FILE, fileField, fileProblems, INVOICE_FILE } from './file-field.tsx';
import { FileForm } from './file-form.tsx';
import { PROVIDER } from './provider-choice.tsx';
import { tellBegun } from './tell-begun.ts';

const DATE = 'date';
const dateField = date('Date', {
  optional: true,
  hint: 'A day of the month that is charged; by default the file tells it.',
});

const makeRoom = (onSent: (share: number) => void) =>
  createRoom<Begun>({
    fields: { [PROVIDER]: { label: 'Provider' }, [FILE]: fileField, [DATE]: { label: 'Date' } },
    start: { [PROVIDER]: 'azure', [FILE]: null, [DATE]: null },
    problems: fileProblems,
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(error.status === 413 && {
        next: 'Send large files with New Billing Run, which takes them as they are.',
      }),
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) => {
      const file = values[FILE] as File;
      const sending = { once, onSent };
      if (values[PROVIDER] === 'azure') return processAzure(file, sending);
      return processGoogle(file, (values[DATE] as string | null) || null, sending);
    },
  });

/** Process an Invoice: the file of a month becomes a billing run. */
export function ProcessForm() {
  return (
    <FileForm
      label="Process an Invoice"
      text="The invoice file of Azure or Google for one month. Every line of it finds the cost center that pays; nothing is booked before it is finalized."
      kinds={INVOICE_FILE}
      makeRoom={makeRoom}
      then="Taking the file over…"
      tell={tellBegun}
      above={(room) => <Day room={room} />}
    />
  );
}

/** A day of the month, which only the call for Google takes. */
function Day({ room }: { room: Room<Begun> }) {
  const { value: provider } = useRoomField(room, PROVIDER);
  return (
    <Suspense>
      {provider === 'gcp' && <LoneInput room={room} name={DATE} field={dateField} mode="create" />}
    </Suspense>
  );
}
