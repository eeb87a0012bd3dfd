import { IconArrowBackUp, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { addSeat as addSeatCall, removeSeat as removeSeatCall } from '#calls/copilot-seats.ts';
import type { Values } from '#kernel/input.ts';
import { seatPriceWords } from '#kernel/directory/copilot-seats.ts';
import { formatDay } from '#kernel/dates.ts';
import { mention } from '#kernel/fields/mention.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { change } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, Calls, Done, RowAbout, ToolbarAbout } from '#web/generic/additions/additions.ts';
import { writtenOf } from '#web/generic/editing/values.ts';

const { fields } = githubCopilotUsers;

/** A seat is one of an organization, where a record may name none. */
const organization = mention(fields.github_organization.label, 'github_organization_apps', {
  by: 'name',
  as: 'github_organization_app_id',
});

const COSTS = `GitHub charges the organization for the seat from today on, ${seatPriceWords()}; the cost center below pays for it.`;

const isAssigned = ({ seat_state: state }: RecordRow) => state === 'assigned';
const isEnding = (row: RecordRow) => isAssigned(row) && row['pending_cancellation'] !== null;
const userOf = (row: Values) => String(row['github_username']);
const placeOf = (row: RecordRow) => ({
  github_username: row['github_username'],
  github_organization: row['github_organization'],
});

const addTo = (row: RecordRow, { once }: Pick<Calls, 'once'>) => {
  const body = placeOf(row);
  return once(body, (intent) => change(addSeatCall, body, intent));
};

/** Gives somebody a seat, with who pays for it. */
export const addSeat: Action<ToolbarAbout> = {
  label: 'Add Seat',
  icon: <IconUserPlus size={16} aria-hidden />,
  right: 'operate',
  dialog: {
    title: 'Add Seat',
    text: () => COSTS,
    fields: {
      github_username: fields.github_username,
      github_organization: organization,
      cost_center: fields.cost_center,
      cloud_contact_email: fields.cloud_contact_email,
      name: fields.name,
      easy_vista_ticket_number: fields.easy_vista_ticket_number,
      requestor: fields.requestor,
    },
    submit: 'Add Seat',
    failed: 'The seat was not added.',
    run: async ({ values }, { once }) => {
      const body = writtenOf(githubCopilotUsers, values);
      const seat = await once(body, (intent) => change(addSeatCall, body, intent));
      return { notice: `${userOf(seat)} has a seat of Copilot in ${String(seat['github_organization'])}!` };
    },
  },
};

/** Lets the seat end with the billing cycle, with a way back until then. */
const removeSeat: Action<RowAbout> = {
  label: 'Remove Seat',
  icon: <IconUserMinus size={16} aria-hidden />,
  right: 'operate',
  offered: ({ row }) => isAssigned(row) && !isEnding(row),
  dialog: {
    title: 'Remove Seat',
    text: ({ row }) =>
      `${userOf(row)} keeps the seat of ${String(row['github_organization'])} until the end of the billing cycle, and it is paid for until then${payerOf(row)}. The record stays. Until that day the seat can be kept after all.`,
    submit: 'Remove Seat',
    failed: 'The seat was not removed.',
    run: async ({ row }, { once }): Promise<Done> => {
      const seat = await once({}, (intent) => change(removeSeatCall, { id: row.id }, intent));
      const end = seat['pending_cancellation'];
      const back = newIntent();
      if (typeof end !== 'string') return { notice: `${userOf(row)} has no seat any more!` };
      return {
        notice: `The seat of ${userOf(row)} ends on ${formatDay(end)}.`,
        undo: {
          send: () => change(addSeatCall, placeOf(row), back),
          done: `${userOf(row)} keeps the seat!`,
          failed: 'The seat could not be kept',
        },
      };
    },
  },
};

const payerOf = (row: RecordRow) =>
  typeof row['cost_center'] === 'string' && row['cost_center'] !== '' ? ` by ${row['cost_center']}` : '';

/** Takes back that a seat was to end. */
const keepSeat: Action<RowAbout> = {
  label: 'Keep Seat',
  icon: <IconArrowBackUp size={16} aria-hidden />,
  right: 'operate',
  offered: ({ row }) => isEnding(row),
  failed: 'The seat could not be kept.',
  run: async ({ row }, calls) => {
    await addTo(row, calls);
    return { notice: `${userOf(row)} keeps the seat!` };
  },
};

/** Gives the user of a record the seat that GitHub does not have. */
const addSeatBack: Action<RowAbout> = {
  label: 'Add Seat',
  icon: <IconUserPlus size={16} aria-hidden />,
  right: 'operate',
  offered: ({ row }) => !isAssigned(row) && row['github_organization'] !== null,
  dialog: {
    title: 'Add Seat',
    text: ({ row }) =>
      `GitHub charges ${String(row['github_organization'])} for a seat of ${userOf(row)} from today on, ${seatPriceWords()}. ${payerOf(row) === '' ? 'The record has no cost center yet.' : `Its cost center is ${String(row['cost_center'])}.`}`,
    submit: 'Add Seat',
    failed: 'The seat was not added.',
    run: async ({ row }, calls) => {
      await addTo(row, calls);
      return { notice: `${userOf(row)} has a seat of Copilot in ${String(row['github_organization'])}!` };
    },
  },
};

export const seatActions: readonly Action<RowAbout>[] = [removeSeat, keepSeat, addSeatBack];
