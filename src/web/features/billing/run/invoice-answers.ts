import type { InvoiceAnswer } from '#calls/finalize.ts';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import type { Values } from '#kernel/input.ts';
import type { FormField } from '#web/generic/editing/form-field.ts';

/** A note for every invoice of which nothing else is said. */
export const NOTE_FOR_ALL = 'note_for_all';
/** So many invoices have inputs of their own; the others are answered by the note for all. */
export const MOST_SHOWN = 100;

export const totalOf = ({ n }: Pick<Invoice, 'n'>): string => `total_${n}`;
export const noteOf = ({ n }: Pick<Invoice, 'n'>): string => `note_${n}`;

/** The invoices of a run that need an answer before finalizing. */
export const invoicesToAnswer = ({ state, invoices }: Run): Invoice[] =>
  state === 'final' ? [] : invoices.filter(({ held_against }) => held_against === 'nothing');

/** The inputs of what is said of invoices, by their names. */
export function answerFields(invoices: readonly Invoice[]): Record<string, FormField> {
  const own = invoices.flatMap((invoice) => [
    [totalOf(invoice), { label: `Total of ${invoice.reference}` }],
    [noteOf(invoice), { label: `Note on ${invoice.reference}` }],
  ]);
  return invoices.length === 0
    ? {}
    : {
        ...(Object.fromEntries(own) as Record<string, FormField>),
        [NOTE_FOR_ALL]: { label: 'Note on all others' },
      };
}

/** The start values of these inputs. */
export const emptyAnswers = (invoices: readonly Invoice[]): Values =>
  Object.fromEntries(Object.keys(answerFields(invoices)).map((name) => [name, '']));

const textIn = (values: Values, name: string): string => String(values[name] ?? '').trim();

/** The answer for an invoice: its total, else its note, else the note for all. */
function answerOf(values: Values, invoice: Invoice): { total: string } | { note: string } | null {
  const total = textIn(values, totalOf(invoice));
  if (total !== '') return { total };
  const note = textIn(values, noteOf(invoice)) || textIn(values, NOTE_FOR_ALL);
  return note === '' ? null : { note };
}

/** The missing answers, by input. */
export function answerProblems(values: Values, invoices: readonly Invoice[]): Record<string, string> {
  const open = invoices.filter((invoice) => answerOf(values, invoice) === null);
  const shown = new Set(invoices.slice(0, MOST_SHOWN));
  return Object.fromEntries(
    open.map((invoice) =>
      shown.has(invoice)
        ? [totalOf(invoice), 'Type in the total, or say in a note how it was checked.']
        : [NOTE_FOR_ALL, 'There are more invoices than are shown: say how they were checked.'],
    ),
  );
}

/** The answers for all of them, as the API takes them. */
export const answersIn = (values: Values, invoices: readonly Invoice[]): InvoiceAnswer[] =>
  invoices.flatMap((invoice) => {
    const answer = answerOf(values, invoice);
    return answer === null ? [] : [{ n: invoice.n, ...answer }];
  });

/** The input that a mistake of the API is about, such as `invoices.0.total`. */
export function inputOf(field: string, invoices: readonly Invoice[]): string {
  const [, at, name] = /^invoices\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const invoice = invoices[Number(at)];
  if (invoice === undefined) return field;
  return name === 'note' ? noteOf(invoice) : totalOf(invoice);
}
