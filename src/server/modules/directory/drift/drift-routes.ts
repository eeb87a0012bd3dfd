import type { FastifyInstance } from 'fastify';
import { countOwned as countOwnedCall, handOver, repairFinding, takeBack } from '#calls/drift.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOthersThan } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import { serve, serveChange, serveChangeAfter } from '#server/platform/http/serve.ts';
import { callDirectory, directoryOf, guardGroups, type ChangeParts } from '../spinco/parts.ts';
import { countOwned, handOverAll } from './hand-over.ts';
import { addOwner } from './owner.ts';
import { confirmFinding, repairInPortal, takeRecordsBack, type ConfirmSilence } from './repair.ts';
import { readSubject } from './subject.ts';

/** Repairs of what nobody answers for any more: record by record, everything of a person, and back. */
export async function registerDrift(
  app: FastifyInstance,
  {
    db,
    services,
    at,
    confirmSilence,
  }: Omit<ChangeParts, 'queue' | 'jobs' | 'prefixes'> & { confirmSilence: ConfirmSilence },
) {
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveChangeAfter(door, repairFinding, async (hold, { params, body, actor, request }) => {
      const subject = readSubject(params.id);
      const { take, to } = body;
      if (take === 'confirm')
        return async (tx) => {
          await confirmFinding(tx, subject, confirmSilence, actor.email);
          return { records: [] };
        };
      // A change of the portal alone needs nothing before its transaction.
      if (take !== 'add_owner')
        return async (tx) => {
          const who = requesterOf(request, actor);
          return { records: [await repairInPortal(tx, services, subject, { take, to }, who)] };
        };
      guardGroups(request);
      const directory = directoryOf(at);
      await hold(
        `owner of group ${subject.id}`,
        'Somebody else is naming an owner of this group just now. Look at the list again in a moment.',
      );
      const learn = await callDirectory(() => addOwner(db, directory, subject, to));
      return async (tx) => {
        await learn(tx);
        return { records: [] };
      };
    });
    serve(door, countOwnedCall, ({ query: { email } }) => countOwned(db, email));
    serveChange(door, handOver, async (tx, { body, actor, request }) => ({
      records: await handOverAll(tx, services, body, requesterOf(request, actor)),
    }));
    serveChange(door, takeBack, async (tx, { body: { records }, actor, request }) => ({
      records: await takeRecordsBack(tx, services, records, requesterOf(request, actor)),
    }));
    refuseOthersThan(scope, [repairFinding, countOwnedCall, handOver, takeBack]);
  });
}
