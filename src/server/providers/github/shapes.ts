import { z } from 'zod';
import { UnreadableAnswer } from './failure.ts';
import type { CopilotRight, FoundSeat } from './interface.ts';

const textOrNull = z.nullish(z.string()).transform((value) => value ?? null);

/** A seat of Copilot, as GitHub's API describes it. */
export const seatShape = z.object({
  assignee: z.object({ login: z.string().min(1) }),
  plan_type: textOrNull,
  last_activity_at: textOrNull,
  last_activity_editor: textOrNull,
  pending_cancellation_date: textOrNull,
  assigning_team: z.nullish(z.object({ name: z.string() })),
  created_at: textOrNull,
});

/** A page of seats. Of a user who is gone from GitHub there is a seat without anybody. */
export const pageShape = z.object({
  total_seats: z.int(),
  seats: z.array(z.object({ ...seatShape.shape, assignee: z.nullish(seatShape.shape.assignee) })),
});

/** An installation of an App in an organization. */
export const installationShape = z.object({
  id: z.int(),
  suspended_at: z.nullish(z.string()),
  permissions: z.record(z.string(), z.string()),
});

export const createdShape = z.object({ seats_created: z.int() });
export const cancelledShape = z.object({ seats_cancelled: z.int() });

/** @throws {UnreadableAnswer} where it is not of this shape */
export function read<Shape extends z.ZodType>(shape: Shape, data: unknown): z.output<Shape> {
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw new UnreadableAnswer();
  return parsed.data;
}

export function foundSeat(seat: z.output<typeof seatShape>): FoundSeat {
  return {
    login: seat.assignee.login,
    plan: seat.plan_type,
    lastActivityAt: seat.last_activity_at,
    lastActivityEditor: seat.last_activity_editor,
    pendingCancellation: seat.pending_cancellation_date,
    team: seat.assigning_team?.name ?? null,
    createdAt: seat.created_at,
  };
}

/**
 * GitHub's own names of the permissions of an organization by which an App reaches Copilot: 'GitHub Copilot Business', and
 * 'Administration', which includes it.
 */
const PERMISSIONS = ['organization_copilot_seat_management', 'organization_administration'];

/** The right to Copilot that the permissions of an installation are. */
export function rightIn(permissions: Readonly<Record<string, string>>): CopilotRight {
  const held = new Set(PERMISSIONS.map((name) => permissions[name]));
  if (held.has('write')) return 'write';
  return held.has('read') ? 'read' : 'none';
}
