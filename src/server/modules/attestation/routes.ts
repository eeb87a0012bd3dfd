import type { FastifyInstance } from 'fastify';
import {
  attestationCsv,
  beginAttestation,
  closeAttestation,
  confirmForOwner,
  listAttestationItems,
  readAttestation,
  remindNow,
  settleAnswer,
  takeOverAnswer,
} from '#calls/attestation.ts';
import { answerByLink, answerMyAttestation, finishByLink } from '#calls/attestation-answers.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOtherMethods, refuseOthersThan } from '#server/engine/other-methods.ts';
import { campaignJob } from './campaign-job.ts';
import { deskRoutes } from './desk-routes.ts';
import { lookForDue } from './due.ts';
import { itemRoutes } from './item-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { myRoutes } from './my-routes.ts';
import type { AttestationParts } from './parts.ts';

/** Campaigns that ask owners to confirm, hand over or give up what is theirs. */
export async function registerAttestation(app: FastifyInstance, parts: AttestationParts): Promise<void> {
  parts.jobs.define(campaignJob(parts));
  lookForDue(app, parts);
  await linkRoutes(app, parts);
  await app.register(async (scope) => {
    const door = openDoor(scope, parts.services);
    deskRoutes(door, parts);
    itemRoutes(door, parts);
    myRoutes(door, parts);
    for (const { path } of [beginAttestation, answerByLink, answerMyAttestation])
      refuseOtherMethods(scope, `/api${path}`, ['GET', 'POST']);
    refuseOtherMethods(scope, `/api${readAttestation.path}`, ['GET', 'PUT']);
    refuseOthersThan(scope, [
      attestationCsv,
      closeAttestation,
      confirmForOwner,
      finishByLink,
      listAttestationItems,
      remindNow,
      settleAnswer,
      takeOverAnswer,
    ]);
  });
}
