import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { invalid, Refusal } from '#kernel/errors.ts';
import { requiredMessage } from '#kernel/fields/field.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { members } from '#resources/members.ts';
import { updateMember } from '#resources/update-member.ts';
import type { Background } from '#server/engine/background.ts';
import { noRecord, readId } from '#server/engine/records.ts';
import { demandNoFields, readBody } from '#server/engine/request-body.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { byWay, type Who } from '#server/engine/writes/write-statements.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  moment,
  object,
  text,
} from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { LINK_DAYS, makeLink, memberOfLink, useUpLink } from './links.ts';
import { isBlank } from './names.ts';

interface Linked {
  Params: { member_id: string };
}

const GUESSES_PER_MINUTE = 10;
/** What a link can change, and nothing else. */
const TAKEN = ['department', 'business_unit'] as const;

const linkParams = object({ member_id: { ...integer, minimum: 1, description: 'The id of the member.' } });
const linkQuery = object({ credential: text('That of the link') });

/** Which member a request is about, and the credential of its link. */
function linkOf({ params, query }: FastifyRequest<Linked>): { member: number | null; credential: string } {
  const credential = readTexts(query, ['credential']).get('credential') ?? '';
  return { member: parseId(params.member_id), credential };
}

/**
 * Counts wrong links by address and by member: after ten in a minute further ones are refused, whether right or wrong,
 * until the minute is over. What is right costs nothing.
 */
function guesses(scope: FastifyInstance) {
  const perMinute = { max: GUESSES_PER_MINUTE, timeWindow: '1 minute' };
  const limits = [
    scope.createRateLimit({ ...perMinute, keyGenerator: ({ ip }) => ip }),
    scope.createRateLimit({
      ...perMinute,
      keyGenerator: ({ params }) => (params as Linked['Params']).member_id.slice(0, 60),
    }),
  ];
  const check = async (request: FastifyRequest, increment: boolean) => {
    const found = await Promise.all(limits.map((limit) => limit(request, { increment })));
    // What was counted may be the last one that is answered; what is about to be tried would be one more.
    const over = found.find((one) => !one.isAllowed && (increment ? one.isExceeded : one.remaining <= 0));
    if (!over || over.isAllowed) return;
    throw new Refusal(429, `Too many requests. Please try again in ${over.ttlInSeconds} seconds.`, {
      headers: { 'Retry-After': String(Math.max(1, over.ttlInSeconds)) },
    });
  };
  return {
    /** @throws {Refusal} 429 with Retry-After */
    mayGuess: (request: FastifyRequest) => check(request, false),
    wrong: (request: FastifyRequest) => check(request, true),
  };
}

/** What a link is to change. @throws {Refusal} 422 with every wrong field */
function readDetails(body: unknown): Values {
  const given = readBody(members, body);
  const errors = Object.keys(given)
    .filter((name) => !TAKEN.some((taken) => taken === name))
    .map((field) => ({ field, message: `${field.slice(0, 60)} cannot be set here.` }));
  for (const field of TAKEN) {
    const value = given[field];
    const { label } = updateMember.fields[field];
    if (isBlank(value)) errors.push({ field, message: requiredMessage({ label }) });
    else if (typeof value !== 'string') errors.push({ field, message: `${label} must be text.` });
  }
  if (errors.length > 0) throw invalid(errors);
  return Object.fromEntries(TAKEN.map((name) => [name, given[name]]));
}

/** Changes department and business unit of the member of a link, in their own name. */
async function change(
  services: EngineServices,
  tx: PoolClient,
  id: number,
  details: Values,
  who: Who,
): Promise<Values> {
  // A link tells all of the department: nothing stays of what it was before.
  await services.update(members.name, id, { other_department: null, ...details }, who, tx);
  return details;
}

const mailOf = (name: string, link: string, by: string) =>
  [
    `Hello ${name},`,
    '',
    'please tell us your department and your business unit. No sign-in is needed:',
    '',
    link,
    '',
    `The link is yours alone. It works once, and for ${LINK_DAYS} days.`,
    '',
    `${by} asked for it.`,
    '',
    'Skyledger',
    '',
  ].join('\n');

/** `/update-restricted/{member_id}` for who has the link, and `/{id}/update_link/send` for who makes and mails one. */
export function memberLinkRoutes(scope: FastifyInstance, services: EngineServices): void {
  const { background } = services;
  if (!background) return;
  restrictedRoutes(scope, services, background);
  makingRoute(scope, services, background);
}

function restrictedRoutes(scope: FastifyInstance, services: EngineServices, { ccoeEmail }: Background): void {
  const { mayGuess, wrong } = guesses(scope);
  const address = '/update-restricted/:member_id';
  const tags = [members.label[1]];
  const config = { public: true };
  /** One answer for whatever is not right about a link. */
  const refuse = async (request: FastifyRequest): Promise<never> => {
    await wrong(request);
    throw new Refusal(403, updateMember.failed(ccoeEmail));
  };
  const onRequest = (request: FastifyRequest) => mayGuess(request);

  scope.get<Linked>(
    address,
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'The departments and business units that a link offers; it changes nothing',
        params: linkParams,
        querystring: linkQuery,
        response: answers(
          200,
          'Their names',
          object({
            data: object({ departments: arrayOf(text('Name')), business_units: arrayOf(text('Name')) }),
          }),
          [403, 429],
        ),
      },
    },
    async (request) => {
      const { member, credential } = linkOf(request);
      if (!(await memberOfLink(services.db, member, credential))) return refuse(request);
      const { rows } = await services.db.query<{ data: object }>({
        text: `SELECT json_build_object(
          'departments', (SELECT coalesce(json_agg(name ORDER BY lower(name)), '[]') FROM departments),
          'business_units', (SELECT coalesce(json_agg(name ORDER BY lower(name)), '[]') FROM business_units)) AS data`,
      });
      return { data: rows[0]?.data };
    },
  );

  const details = object({ department: text('Its name, listed or not'), business_unit: text('Its name') });
  scope.post<Linked>(
    address,
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'Change department and business unit by a link, once',
        headers: keyHeader,
        params: linkParams,
        querystring: linkQuery,
        body: { anyOf: [details, object({ [members.singular]: details })] },
        response: answers(200, 'They are changed', object({ data: details }), [403, 422, 429]),
      },
    },
    async (request: FastifyRequest<Linked>, reply: FastifyReply) => {
      const { member, credential } = linkOf(request);
      let isRight = false;
      const answer = services.once(request, reply, async (tx) => {
        const linked = await memberOfLink(tx, member, credential, true);
        isRight = linked !== null;
        if (!linked) throw new Refusal(403, updateMember.failed(ccoeEmail));
        const asked = readDetails(request.body);
        // As addresses of persons are written everywhere, by which their changes are found.
        const actor = { email: linked.email.toLowerCase(), name: linked.name };
        const who = byWay({ actor, requestId: request.id }, 'link');
        const data = await change(services, tx, linked.id, asked, who);
        await useUpLink(tx, linked.id);
        return { status: 200, body: { data } };
      });
      try {
        return await answer;
      } catch (error) {
        if (!isRight && error instanceof Refusal && error.status === 403) return refuse(request);
        throw error;
      }
    },
  );
}

function makingRoute(
  scope: FastifyInstance,
  services: EngineServices,
  { queue, outbox, publicUrl }: Background,
): void {
  const resource = services.registry.get(members.name);
  scope.post<{ Params: { id: string } }>(
    '/:id/update_link/send',
    {
      onRequest: async (request) => void services.guard(request, 'update', resource),
      schema: {
        tags: [resource.label[1]],
        summary: 'Make the link by which a member updates themselves, and mail it to them',
        headers: keyHeader,
        params: recordParams,
        response: answers(
          202,
          'The mail is on its way',
          object({ data: object({ mail: integer, sent_to: text('The address'), expires_at: moment }) }),
          [404, 409, 422],
        ),
      },
    },
    async (request, reply) => {
      const who = services.guard(request, 'update', resource);
      noQuery(request);
      const id = readId(resource, request.params.id);
      demandNoFields(resource, request.body);
      await queue.ready();
      await services.once(request, reply, async (tx) => {
        const { rows } = await tx.query<{ email: string; name: string; blacklist: boolean }>(
          'SELECT email, name, blacklist FROM members WHERE id = $1 FOR NO KEY UPDATE',
          [id],
        );
        const [member] = rows;
        if (!member) throw noRecord(resource, id);
        if (member.blacklist) throw new Refusal(409, 'This member is blacklisted and gets no mail.');
        const { email: to, name } = member;
        const credential = await makeLink(tx, id, who.actor.email);
        const query = new URLSearchParams({ member_id: String(id), credential });
        const mail = await outbox.put(tx, {
          to,
          subject: 'Please update your details',
          text: mailOf(name, `${publicUrl}/unauth/update-member?${query}`, who.actor.email),
          files: [],
          createdBy: who.actor.email,
          requestId: who.requestId,
        });
        const expires = new Date(Date.now() + LINK_DAYS * 86_400_000).toISOString();
        return { status: 202, body: { data: { mail, sent_to: to, expires_at: expires } } };
      });
      outbox.wake();
      return reply;
    },
  );
}
