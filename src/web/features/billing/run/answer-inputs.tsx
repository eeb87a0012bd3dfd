import { Text, TextInput } from '@mantine/core';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Begun } from '#calls/runs.ts';
import { grouped } from '#kernel/written.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { formatMoney } from '../amounts.ts';
import { MOST_SHOWN, NOTE_FOR_ALL, noteOf, totalOf } from './invoice-answers.ts';
import classes from '../held-against.module.css';

interface AnswerInputsProps {
  formState: FormState<Begun>;
  /** Those that are held against nothing. */
  invoices: readonly Invoice[];
}

/** Takes the total of each invoice that is held against nothing, or a note that says how it was checked. */
export function AnswerInputs({ formState, invoices }: AnswerInputsProps) {
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
            <Input
              formState={formState}
              name={totalOf(invoice)}
              placeholder={`Total in ${invoice.currency}`}
            />
            <Input formState={formState} name={noteOf(invoice)} placeholder="or how it was checked" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" mt={12}>
          {grouped(more)} more invoices are confirmed by the note on all others.
        </Text>
      )}
      {invoices.length > 1 && <Input formState={formState} name={NOTE_FOR_ALL} labelled />}
    </section>
  );
}

interface InputProps {
  formState: FormState<Begun>;
  name: string;
  placeholder?: string;
  /** Whether its name is above it, and not in it alone. */
  labelled?: boolean;
}

function Input({ formState, name, placeholder, labelled = false }: InputProps) {
  const { value, error } = useFormField(formState, name);
  const { saving } = useFormStatus(formState);
  const label = formState.fields[name]?.label;
  return (
    <TextInput
      {...(labelled ? { label, mt: 12 } : { 'aria-label': label })}
      placeholder={placeholder}
      value={String(value ?? '')}
      error={error}
      disabled={saving}
      onChange={({ currentTarget }) => formState.set(name, currentTarget.value)}
    />
  );
}
