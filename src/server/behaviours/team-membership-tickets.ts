import type { PoolClient } from 'pg';
import { makeMember } from '#calls/membership-requests.ts';
import { invalid, Refusal } from '#kernel/errors.ts';
import { members } from '#resources/members.ts';
import { teamMembershipTickets, type TeamMembershipTicket } from '#resources/team-membership-tickets.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { noRecord, parseRow } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { serveChange, WithStatus } from '#server/platform/http/serve.ts';
import { sayingDepartment } from './members/names.ts';

type Wanted = Pick<
  TeamMembershipTicket,
  'requesting_principal_user_id' | 'department' | 'business_unit' | 'completed'
>;

/** The member who has the address already; null where there is none. */
async function memberCalled(tx: PoolClient, email: string): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    'SELECT id FROM members WHERE lower(btrim(email)) = lower(btrim($1))',
    [email],
  );
  return rows[0]?.id ?? null;
}

/** The name of the business unit that the desk has chosen. @throws {Refusal} 422 where there is none by this id */
async function unitCalled(tx: PoolClient, id: number): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM business_units WHERE id = $1', [id]);
  if (rows[0]) return rows[0].name;
  const message = 'Business Unit does not exist any more. Choose another one.';
  throw invalid([{ field: 'business_units_id', message }]);
}

/**
 * Makes the member of an open request, and completes it. Who is a member already stays as they are.
 * @param chosen the business unit that is meant, where the desk has chosen one in place of what the request names
 * @throws {Refusal} 404, 409 where it is completed, 422 where the member would not be right
 */
async function memberOf(
  services: EngineServices,
  tx: PoolClient,
  { id, chosen }: { id: number; chosen: number | null },
  who: Who,
) {
  // A second click waits here, and then finds the request completed.
  const { rows } = await tx.query<Wanted>(
    `SELECT requesting_principal_user_id, department, business_unit, completed
     FROM team_membership_tickets WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const [wanted] = rows;
  if (!wanted) throw noRecord(teamMembershipTickets, id);
  if (wanted.completed) throw new Refusal(409, 'This membership request is completed already.');
  const { requesting_principal_user_id: email, department, business_unit: named } = wanted;
  const unit = chosen === null ? named : await unitCalled(tx, chosen);
  const known = await memberCalled(tx, email);
  const member =
    known === null
      ? await services.create(
          members.name,
          { email, department: await sayingDepartment(tx, department), business_unit: unit },
          who,
          tx,
        )
      : parseRow(await services.writer(members).read(known, tx));
  const ticket = await services.update(
    teamMembershipTickets.name,
    id,
    { business_unit: unit, completed: true },
    who,
    tx,
  );
  const created = known === null;
  return new WithStatus(created ? 201 : 200, { member, ticket, created });
}

/** An open request can be turned into a member. */
export const teamMembershipTicketsBehaviour: Behaviour = {
  resource: teamMembershipTickets.name,
  routes(scope, services) {
    const mayMake = services.registry.get(members.name);
    serveChange(openDoor(scope, services), makeMember, (tx, { params: { id }, body, request }) =>
      memberOf(
        services,
        tx,
        { id, chosen: body.business_units_id ?? null },
        services.guard(request, 'create', mayMake),
      ),
    );
  },
};
