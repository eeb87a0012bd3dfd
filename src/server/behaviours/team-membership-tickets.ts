import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { members } from '#resources/members.ts';
import { teamMembershipTickets, type TeamMembershipTicket } from '#resources/team-membership-tickets.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { noRecord, parseRow, readId } from '#server/engine/records.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { sayingDepartment } from './members/names.ts';

interface Made {
  Params: { id: string };
}

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

/**
 * Makes the member of an open request, and completes it. Who is a member already stays as they are.
 * @throws {Refusal} 404, 409 where it is completed, 422 where the member would not be right
 */
async function makeMember(services: EngineServices, tx: PoolClient, id: number, who: Who) {
  // A second click waits here, and then finds the request completed.
  const { rows } = await tx.query<Wanted>(
    `SELECT requesting_principal_user_id, department, business_unit, completed
     FROM team_membership_tickets WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const [wanted] = rows;
  if (!wanted) throw noRecord(teamMembershipTickets, id);
  if (wanted.completed) throw new Refusal(409, 'This membership request is completed already.');
  const { requesting_principal_user_id: email, department, business_unit: unit } = wanted;
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
  const ticket = await services.update(teamMembershipTickets.name, id, { completed: true }, who, tx);
  return { status: known === null ? 201 : 200, body: { data: { member, ticket, created: known === null } } };
}

const answer = object({
  data: object({
    member: { $ref: 'member#' },
    ticket: { $ref: 'team_membership_ticket#' },
    created: { type: 'boolean', description: 'false: they were a member already.' },
  }),
});

/** `POST …/{id}/make_member` turns an open request into a member, in one step. */
export const teamMembershipTicketsBehaviour: Behaviour = {
  resource: teamMembershipTickets.name,
  routes(scope, services) {
    const resource = services.registry.get(teamMembershipTickets.name);
    const mayMake = services.registry.get(members.name);
    scope.post<Made>(
      '/:id/make_member',
      {
        onRequest: async (request) => void services.guard(request, 'create', mayMake),
        schema: {
          tags: [resource.label[1]],
          summary: 'Make a Member of who asks, and complete the request',
          headers: keyHeader,
          params: recordParams,
          response: {
            ...answers(200, 'They were a member already', answer, [404, 409, 422]),
            201: { description: 'They are a member now', ...answer },
          },
        },
      },
      async (request, reply) => {
        const who = services.guard(request, 'create', mayMake);
        noQuery(request);
        const id = readId(resource, request.params.id);
        demandNoFields(resource, request.body);
        return services.once(request, reply, (tx) => makeMember(services, tx, id, who));
      },
    );
  },
};
