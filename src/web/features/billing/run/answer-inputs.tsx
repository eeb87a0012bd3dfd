import { Text, TextInput } from '@mantine/core';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Begun } from '#calls/runs.ts';
import { grouped } from '#kernel/written.ts';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import { formatMoney } from '../amounts.ts';
import { MOST_SHOWN, NOTE_FOR_ALL, noteOf, totalOf } from './invoice-answers.ts';
import classes from '../held-against.module.css';

interface AnswerInputsProps {
  room: Room<Begun>;
  /** Those that are held against nothing. */
  invoices: readonly Invoice[];
}

/** Takes the total of each invoice that is held against nothing, or a note that says how it was checked. */
export function AnswerInputs({ room, invoices }: AnswerInputsProps) {
  const more = invoices.length - MOST_SHOWN;
  if (invoices.length === 0) return null;
  return (
    <section aria-label="Invoices that are not held against anything">
      <Text size="sm" mb={12}>
        {invoices.length === 1 ? 'This invoice is' : `These ${grouped(invoices.length)} invoices are`} not
        held against anything: the amount is the sum of the lines. Type in the total that the PDF states, or
        say how it was checked.
      </Text>
      <ul className={classes.answers}>
        {invoices.slice(0, MOST_SHOWN).map((invoice) => (
          <li key={invoice.n} className={classes.answer}>
            <p>
              <b>{invoice.reference}</b>, lines of {formatMoney(invoice.invoice, invoice.currency)}
            </p>
            <Input room={room} name={totalOf(invoice)} placeholder={`Total in ${invoice.currency}`} />
            <Input room={room} name={noteOf(invoice)} placeholder="or how it was checked" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" mt={12}>
          {grouped(more)} more invoices are confirmed by the note on all others.
        </Text>
      )}
      {invoices.length > 1 && <Input room={room} name={NOTE_FOR_ALL} labelled />}
    </section>
  );
}

interface InputProps {
  room: Room<Begun>;
  name: string;
  placeholder?: string;
  /** Whether its name stands above it, and not in it alone. */
  labelled?: boolean;
}

function Input({ room, name, placeholder, labelled = false }: InputProps) {
  const { value, error } = useRoomField(room, name);
  const { saving } = useRoomState(room);
  const label = room.fields[name]?.label;
  return (
    <TextInput
      {...(labelled ? { label, mt: 12 } : { 'aria-label': label })}
      placeholder={placeholder}
      value={String(value ?? '')}
      error={error}
      disabled={saving}
      onChange={({ currentTarget }) => room.set(name, currentTarget.value)}
    />
  );
}
