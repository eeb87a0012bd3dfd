import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { applyLink, lookAtLink, sendLink, type LinkDetails, type LinkOptions } from '#calls/member-link.ts';
import { Refusal } from '#kernel/errors.ts';
import { members } from '#resources/members.ts';
import { updateMember } from '#resources/update-member.ts';
import type { Background } from '#server/engine/background.ts';
import { openDoor } from '#server/engine/door.ts';
import { noRecord } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { byWay, type Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { limitGuesses } from '#server/platform/http/guesses.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { LINK_DAYS, makeLink, memberOfLink, useUpLink } from './links.ts';

/** One answer for whatever is not right about a link. */
class WrongLink extends Refusal {
  constructor(ccoeEmail: string) {
    super(403, updateMember.failed(ccoeEmail));
  }
}

/** Changes department and business unit of the member of a link, in their own name. */
async function change(
  services: EngineServices,
  tx: PoolClient,
  id: number,
  details: LinkDetails,
  who: Who,
): Promise<void> {
  // A link states all of the department: nothing stays of what it was before.
  await services.update(members.name, id, { other_department: null, ...details }, who, tx);
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
    `${by} requested it.`,
    '',
    'Skyledger',
    '',
  ].join('\n');

/** The calls of who has a link, and the one of who makes and mails one. */
export async function memberLinkRoutes(scope: FastifyInstance, services: EngineServices): Promise<void> {
  const { background } = services;
  if (!background) return;
  makingRoute(openDoor(scope, services), background);
  await scope.register(async (own) => linkRoutes(own, services, background));
}

function linkRoutes(scope: FastifyInstance, services: EngineServices, { ccoeEmail }: Background): void {
  const { db } = services;
  const { mayGuess, wrong } = limitGuesses(scope, [
    ({ ip }) => ip,
    ({ params }) => (params as { member_id: string }).member_id.slice(0, 60),
  ]);
  scope.addHook('onRequest', (request) => mayGuess(request));
  const door = openDoor(scope, services);

  serve(door, lookAtLink, async ({ params: { member_id: member }, query: { credential }, request }) => {
    if (await memberOfLink(db, member, credential)) return linkOptions(services);
    await wrong(request);
    throw new WrongLink(ccoeEmail);
  });

  serveChange(
    door,
    applyLink,
    async (tx, made) => {
      const { params, query, request } = made;
      const linked = await memberOfLink(tx, params.member_id, query.credential, true);
      if (!linked) throw new WrongLink(ccoeEmail);
      const details = made.body;
      // As addresses of persons are written everywhere, by which their changes are found.
      const actor = { email: linked.email.toLowerCase(), name: linked.name };
      const who = byWay({ actor, requestId: request.id }, 'link');
      await change(services, tx, linked.id, details, who);
      await useUpLink(tx, linked.id);
      return details;
    },
    async (work, { request }) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof WrongLink) await wrong(request);
        throw error;
      }
    },
  );
}

/** The names that a link offers. */
async function linkOptions({ db }: EngineServices): Promise<LinkOptions> {
  const { rows } = await db.query<LinkOptions>({
    text: `SELECT (SELECT coalesce(json_agg(name ORDER BY lower(name)), '[]') FROM departments) AS departments,
      (SELECT coalesce(json_agg(name ORDER BY lower(name)), '[]') FROM business_units) AS business_units`,
  });
  return rows[0] ?? { departments: [], business_units: [] };
}

function makingRoute(door: Door, { queue, outbox, publicUrl }: Background): void {
  serveChange(
    door,
    sendLink,
    async (tx, { params: { id }, actor: { email: by }, request }) => {
      const { rows } = await tx.query<{ email: string; name: string; blacklist: boolean }>(
        'SELECT email, name, blacklist FROM members WHERE id = $1 FOR NO KEY UPDATE',
        [id],
      );
      const [member] = rows;
      if (!member) throw noRecord(members, id);
      if (member.blacklist) throw new Refusal(409, 'This member is blacklisted and gets no mail.');
      const { email: to, name } = member;
      const credential = await makeLink(tx, id, by);
      const query = new URLSearchParams({ member_id: String(id), credential });
      const mail = await outbox.put(tx, {
        to,
        subject: 'Please update your details',
        text: mailOf(name, `${publicUrl}/unauth/update-member?${query}`, by),
        files: [],
        createdBy: by,
        requestId: request.id,
      });
      const expires = new Date(Date.now() + LINK_DAYS * 86_400_000).toISOString();
      return { mail, sent_to: to, expires_at: expires };
    },
    async (work) => {
      await queue.ready();
      const reply = await work();
      outbox.wake();
      return reply;
    },
  );
}
