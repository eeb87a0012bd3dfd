import type { FastifyInstance } from 'fastify';
import { answerByLink, finishByLink, lookAtAttestation, type Linked } from '#calls/attestation-answers.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import { attestationPage } from '#resources/attestation.ts';
import { openDoor } from '#server/engine/door.ts';
import { hashOf, isCredential } from '#server/platform/base/credentials.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitGuesses } from '#server/platform/http/guesses.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { keepAnswers } from './answers.ts';
import { IS_THERE } from './recipients.ts';
import type { AttestationParts } from './parts.ts';
import { ITEM_COLUMNS, MOST_THINGS, presentThings, type AttestedItem } from './things.ts';

/** One answer for whatever is not right about a link. */
class WrongLink extends Refusal {
  constructor(ccoeEmail: string) {
    super(403, attestationPage.over(ccoeEmail));
  }
}

/** The recipient of a link that is good. */
interface LinkedOwner {
  id: number;
  email: string;
  name: string | null;
  campaign: string;
  last_day: string;
}

/**
 * The recipient of a link: null for one that is none, whose campaign or owner is gone, which was used up, or where nothing is left to answer.
 * @param lock who answers at the same time by another link of the same person waits
 */
async function ownerOf(runner: Runner, credential: string, lock: boolean): Promise<LinkedOwner | null> {
  if (!isCredential('link', credential)) return null;
  const { rows } = await runner.query<LinkedOwner>({
    text: `SELECT o.id, o.email, o.name, c.name AS campaign, c.last_day
      FROM attestation_links l JOIN attestation_owners o ON o.id = l.owner_id JOIN attestation_campaigns c ON c.id = o.campaign_id
      WHERE l.credential_hash = $1 AND c.state = 'open' AND c.ends_at > $2 AND o.finished_at IS NULL
        AND EXISTS (SELECT FROM attestation_items i WHERE i.owner_id = o.id AND i.settled IS NULL) AND ${IS_THERE}
      ${lock ? 'FOR UPDATE OF o FOR SHARE OF c' : ''}`,
    values: [hashOf(credential), new Date().toISOString()],
  });
  return rows[0] ?? null;
}

async function itemsOfOwner(runner: Runner, owner: number): Promise<AttestedItem[]> {
  const { rows } = await runner.query<AttestedItem>({
    text: `SELECT ${ITEM_COLUMNS} FROM attestation_items i WHERE i.owner_id = $1
      ORDER BY i.answer IS NOT NULL, i.model, lower(i.title), i.id`,
    values: [owner],
  });
  return rows;
}

/** The calls of who has the link of a mail, with the limits of who guesses links. */
export async function linkRoutes(app: FastifyInstance, parts: AttestationParts): Promise<void> {
  const { db, services, config } = parts;
  await app.register(async (scope) => {
    const { mayGuess, wrong } = limitGuesses(scope, [({ ip }) => ip]);
    scope.addHook('onRequest', (request) => mayGuess(request));
    const door = openDoor(scope, services);
    const demand = async (runner: Runner, credential: string, lock = false): Promise<LinkedOwner> => {
      const owner = await ownerOf(runner, credential, lock);
      if (!owner) throw new WrongLink(config.ccoeEmail);
      return owner;
    };
    const present = async (runner: Runner, owner: LinkedOwner): Promise<Linked> => {
      const items = await itemsOfOwner(runner, owner.id);
      return {
        campaign: owner.campaign,
        name: owner.name ?? owner.email,
        last_day: owner.last_day,
        total: items.length,
        waiting: items.filter(({ answer }) => answer === null).length,
        things: await presentThings(parts, runner, owner.email, items.slice(0, MOST_THINGS)),
      };
    };
    const counted = async <T>(work: () => Promise<T>, request: Parameters<typeof wrong>[0]): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof WrongLink) await wrong(request);
        throw error;
      }
    };

    serve(door, lookAtAttestation, ({ query: { credential }, request }) =>
      counted(async () => present(db, await demand(db, credential)), request),
    );
    serveChange(
      door,
      answerByLink,
      async (tx, made) => {
        const owner = await demand(tx, made.query.credential, true);
        const items = await itemsOfOwner(tx, owner.id);
        await keepAnswers(tx, items, { answers: made.body, by: owner.email, now: new Date() });
        return present(tx, owner);
      },
      (work, { request }) => counted(work, request),
    );
    serveChange(
      door,
      finishByLink,
      async (tx, { query: { credential } }) => {
        const owner = await demand(tx, credential, true);
        const items = await itemsOfOwner(tx, owner.id);
        const waiting = items.filter(({ answer }) => answer === null).length;
        if (waiting > 0)
          throw conflict(`${waiting} of ${items.length} wait for your answer. Answer about each first.`);
        await tx.query('UPDATE attestation_owners SET finished_at = $2 WHERE id = $1', [
          owner.id,
          new Date().toISOString(),
        ]);
        return { answered: items.length };
      },
      (work, { request }) => counted(work, request),
    );
  });
}
