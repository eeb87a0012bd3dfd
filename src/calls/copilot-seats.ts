import { z } from 'zod';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { defineCall } from './call.ts';
import { bodyOf } from './fields.ts';
import { recordOf } from './records.ts';
import { idOf, moment } from './shapes.ts';
import { OF_SOLE_JOB } from './work.ts';

/*
 * The seats of GitHub Copilot: how they are read, added and removed.
 */

const { name: MODEL, singular, label } = githubCopilotUsers;
const OF_SEATS = { tag: label[1], right: 'change_copilot_seats', wrapper: singular } as const;

/** Reads the seats of all organizations. */
export const syncSeats = defineCall({
  ...OF_SOLE_JOB,
  ...OF_SEATS,
  path: `/${MODEL}/sync`,
  summary: 'Read the seats of Copilot of all organizations',
});

const organization = z.object({
  name: z.string().describe('The organization'),
  read_at: moment.nullable().describe('When its seats were read to their end; null: never.'),
  seats: z.int().nullable(),
  failed_at: moment.nullable().describe('When a reading failed, if that was after `read_at`.'),
  error: z.string().nullable().describe('What to do'),
});
/** An organization whose seats are read, and how its last reading ended. */
export type SeatOrganization = z.output<typeof organization>;

/** Of which organizations the seats are read, and how. */
export const seatReadings = defineCall({
  tag: label[1],
  topic: 'jobs',
  method: 'GET',
  path: `/${MODEL}/readings`,
  right: { model: MODEL, action: 'read' },
  summary: 'List the organizations whose Copilot seats are read, and how the last readings ended',
  success: 'How they ended',
  data: z.object({
    github: z
      .enum(['real', 'simulated', 'off'])
      .describe('off: no GitHub is configured, and it must not be simulated.'),
    missing: z.string().nullable().describe('What to do where it is off.'),
    job_id: z.string().nullable().describe('The reading that waits or runs.'),
    organizations: z.array(organization),
  }),
});
export type SeatReadings = z.output<typeof seatReadings.data>;

/** Gives a user a seat. */
export const addSeat = defineCall({
  ...OF_SEATS,
  topic: MODEL,
  method: 'POST',
  path: `/${MODEL}/add_seat`,
  summary: 'Give a user a seat of Copilot in an organization',
  description:
    'The seats at GitHub are read before the request, so that nothing is requested twice. The record of the seat is made, or it is the one that is there. A seat that was to be cancelled stays then.',
  success: 'The seat is added, and its record is made',
  status: 201,
  otherSuccess: { status: 200, success: 'The seat is added to the record that is there' },
  refusals: [409, 422, 503],
  body: bodyOf(githubCopilotUsers),
  checksBody: 'handler',
  data: recordOf(githubCopilotUsers),
});

/** Lets a seat end with the billing cycle. */
export const removeSeat = defineCall({
  ...OF_SEATS,
  topic: MODEL,
  method: 'POST',
  path: `/${MODEL}/:id/remove_seat`,
  summary: 'Take the seat of a user away at the end of the billing cycle',
  description:
    'The seat is theirs until then; its record stays. Adding the seat again before that day takes it back.',
  success: 'It ends with the billing cycle',
  refusals: [404, 409, 422, 503],
  params: z.strictObject({ id: idOf(label[0]) }),
  data: recordOf(githubCopilotUsers),
});
