import { handOver as handOverCall, repairFinding, takeBack, type DriftChanged } from '#calls/drift.ts';
import { mention } from '#kernel/fields/mention.ts';
import { text } from '#kernel/fields/text.ts';
import type { Values } from '#kernel/input.ts';
import type { DriftTake } from '#resources/drift-repairs.ts';
import { change } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, Calls, Done, RowAbout } from '#web/generic/additions/additions.ts';

const FAILED = 'It was not repaired.';
const ownerOf = (row: RecordRow): string => String(row['owner'] ?? '');
/** The name that people use for the subject of a line. */
export const subjectOf = (row: RecordRow): string => String(row['subject_name'] ?? row['subject']);
/** Who is to be the owner, as it was filled in. */
const ownerIn = (values: Values): string => String(values['to'] ?? '');
const newOwner = mention('New Owner', 'cloud_contacts', { by: 'email', as: 'new_owner_id' });

/** The notice of a repair, with an undo where there is one. */
function doneWith(records: DriftChanged[], notice: string): Done {
  if (records.length === 0) return { notice };
  const back = newIntent();
  const undo = {
    send: () => change(takeBack, { records }, back),
    done: 'It is again as it was before!',
    failed: 'This could not be undone',
  };
  return { notice, undo };
}

/** Repairs one line, once; answers what was changed. */
async function repair(
  { row: { id } }: RowAbout,
  given: { take: DriftTake; to?: string },
  { once }: Calls,
): Promise<DriftChanged[]> {
  const wanted = { id, ...given };
  return (await once(wanted, (intent) => change(repairFinding, wanted, intent))).records;
}

const give: Action<RowAbout> = {
  label: 'Give to somebody',
  right: 'edit_reference_data',
  dialog: {
    title: 'Give to Another Owner',
    text: ({ row }) => (
      <>
        <b>{subjectOf(row)}</b> belongs to {ownerOf(row)}.
      </>
    ),
    fields: { to: newOwner },
    submit: 'Give',
    failed: FAILED,
    run: async ({ row, values }, calls) => {
      const to = ownerIn(values);
      return doneWith(
        await repair({ row }, { take: 'give', to }, calls),
        `${subjectOf(row)} belongs to ${to} now!`,
      );
    },
  },
};

const handOver: Action<RowAbout> = {
  label: 'Hand over everything',
  right: 'edit_reference_data',
  dialog: {
    title: 'Hand Over Everything',
    text: ({ row }) =>
      `Every valid cost center and every account in use of ${ownerOf(row)} gets another owner, a thousand at a time.`,
    fields: { to: newOwner },
    submit: 'Hand Over',
    failed: FAILED,
    run: async ({ row, values }, { once }) => {
      const wanted = { from: ownerOf(row), to: ownerIn(values) };
      const { records } = await once(wanted, (intent) => change(handOverCall, wanted, intent));
      const count = records.length;
      return doneWith(
        records,
        `${count} ${count === 1 ? 'record belongs' : 'records belong'} to ${wanted.to} now!`,
      );
    },
  },
};

const terminate: Action<RowAbout> = {
  label: 'Terminate contact',
  right: 'edit_reference_data',
  failed: FAILED,
  run: async ({ row }, calls) =>
    doneWith(
      await repair({ row }, { take: 'terminate' }, calls),
      `The cloud contact ${ownerOf(row)} is terminated!`,
    ),
};

const addOwner: Action<RowAbout> = {
  label: 'Add an owner',
  right: 'operate',
  dialog: {
    title: 'Add an Owner',
    text: ({ row }) => (
      <>
        The owner of <b>{subjectOf(row)}</b> may say who is in it. This is done in the directory, where it is
        taken back too.
      </>
    ),
    fields: {
      to: text('Owner', { max: 254, hint: 'Address or user principal name in the directory.' }),
    },
    submit: 'Add Owner',
    failed: FAILED,
    run: async ({ row, values }, calls) => {
      await repair({ row }, { take: 'add_owner', to: ownerIn(values) }, calls);
      return { notice: `${subjectOf(row)} has an owner now!` };
    },
  },
};

const confirm: Action<RowAbout> = {
  label: 'Confirm for owner',
  right: 'edit_reference_data',
  failed: 'It was not confirmed.',
  run: async ({ row }, calls) => {
    await repair({ row }, { take: 'confirm' }, calls);
    return { notice: `${subjectOf(row)} is confirmed in place of ${ownerOf(row)}!` };
  },
};

/** The repair of a line, by its name in the call. */
export const repairActions: Readonly<Record<DriftTake, Action<RowAbout>>> = {
  give,
  terminate,
  add_owner: addOwner,
  confirm,
};

/** The repair of everything of the person of a line. */
export const wholeHandOver = handOver;
